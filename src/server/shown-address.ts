// What a message shows of an address that somebody set.

/**
 * The printable part of an address: without a password, and without the query, which may hold a key. A password
 * that is not encoded may itself contain @ and /, and after ? or # nobody can tell it from a query.
 */
export const shownAddress = (address: string): string =>
  /[?#].*@/s.test(address)
    ? address.replace(/^(\w+:\/\/)?.*/s, '$1...')
    : address.replace(/^(\w+:\/\/)?[^?#]*@/, '$1...@').replace(/[?#].*/s, '?...');
