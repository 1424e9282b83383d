// The storage key of the transactions that wallet plugins follow. They belong to one visitor, and
// are kept out of cookies, which the site's server would see.

export const PENDING_KEY = 'pending_transactions';
