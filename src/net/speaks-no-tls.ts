// Tells whether an `https:` address led to a server of plain HTTP, of which OpenSSL says but its own line of code.

/** What OpenSSL 3 makes of the first bytes of such an answer, in two of its versions. */
const NO_TLS = /wrong version number|packet length too long/;

/** @param reason the text of the error that a connection ended with */
export const speaksNoTls = (reason: string): boolean => NO_TLS.test(reason);
