// Reads the credential of a request.

const BEARER = /^bearer +([^\s]+)\s*$/i;

/** The token of `Authorization: Bearer <token>`; `undefined` when there is none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
