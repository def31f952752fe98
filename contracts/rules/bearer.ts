/**
 * The token of an `Authorization` header.
 *
 * @returns undefined for another scheme, and for a token that is missing or not a single word.
 * @see wire specification 7; RFC 6750 2.1
 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer +(\S+)\s*$/i)?.[1];
