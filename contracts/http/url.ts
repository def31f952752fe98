/**
 * Parses an absolute address; undefined when it is none. As `URL.parse`, which Node has only since 22: the packed mock also
 * runs on 20.
 */
export const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
