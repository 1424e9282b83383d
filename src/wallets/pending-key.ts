// Where the transactions under way are stored: known before what follows them is loaded.
export const PENDING_KEY = 'pending_transactions';
