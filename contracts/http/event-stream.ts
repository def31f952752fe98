/**
 * Server-Sent Events as this service sends them: one `snapshot` event for each state, its id a number that grows, its
 * data the JSON of the plain reply on one line; comments in between keep the connection alive.
 *
 * @see wire specification 7 and 8; HTML Living Standard, server-sent events
 */

export const eventStreamType = 'text/event-stream; charset=utf-8';

/** Headers of a stream beside the common ones: neither stored nor buffered or compressed on the way. */
export const eventStreamHeaders = {
  'Content-Type': eventStreamType,
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  Vary: 'Accept',
} as const;

/** The one kind of event. */
export const snapshotEvent = 'snapshot';

/** @param data JSON on one line. */
export const eventText = (id: number, data: string) => `id: ${id}\nevent: ${snapshotEvent}\ndata: ${data}\n\n`;

/** A comment, which clients ignore. */
export const heartbeatText = ':\n\n';

/** When no client says otherwise, in milliseconds. */
export const heartbeatMs = 10_000;

/** The id that a client has seen last; undefined where it names none that could have been ours. */
export function lastEventIdOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^(0|[1-9]\d{0,14})$/.test(header) ? Number(header) : undefined;
}
