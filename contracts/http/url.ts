/**
 * Parses an absolute address; undefined when it is none. As `URL.parse`, which the first versions of Node 20 lack: the packed
 * mock runs on them too.
 */
export const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
