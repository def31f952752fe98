/**
 * The token of an `Authorization` header.
 *
 * @returns undefined for another scheme, and where the token is missing or is not one word.
 * @see wire specification 7; RFC 6750 2.1
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
