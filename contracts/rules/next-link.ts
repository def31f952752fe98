import { cursorOf } from '../http/cursors.ts';

/** Query of the page behind a sort key; `limit` is repeated when it was given. */
export const pageQuery = (limit: unknown, sortKey: string) =>
  `?${limit === undefined ? '' : `limit=${limit}&`}cursor=${cursorOf(sortKey)}`;

/** `Link` of a further page (RFC 8288). */
export const nextLink = (url: string) => `<${url}>; rel="next"`;
