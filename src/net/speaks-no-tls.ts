// Recognises that an `https:` address leads to a server of plain HTTP. OpenSSL reports that as a line of its C
// source, which helps nobody.

/** How two versions of OpenSSL 3 report the first bytes of a plain HTTP answer. */
const NO_TLS = /wrong version number|packet length too long/;

/** @param reason the text of the error that a connection ended with */
export const speaksNoTls = (reason: string): boolean => NO_TLS.test(reason);
