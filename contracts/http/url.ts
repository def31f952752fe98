/**
 * Parses an absolute URL; undefined for any other text. `URL.parse` does the same, but the packed mock also runs on the first
 * versions of Node 20, which lack it.
 */
export const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
