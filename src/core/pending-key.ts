// Under which key the wallets keep what they follow: of one visitor, and not for the eyes of the site's server.

export const PENDING_KEY = 'pending_transactions';
