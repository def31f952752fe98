/**
 * Server-Sent Events of this service. Each state is a `snapshot` event: its id is a growing number, its data the JSON of
 * the plain reply on one line. Comments between events keep the connection alive.
 *
 * @see wire specification 7 and 8; HTML Living Standard, server-sent events
 */

export const eventStreamType = 'text/event-stream; charset=utf-8';

/** Headers of a stream, in addition to the common headers: no cache stores it, and no proxy buffers it. */
export const eventStreamHeaders = {
  'Content-Type': eventStreamType,
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  Vary: 'Accept',
} as const;

/** The only kind of event. */
export const snapshotEvent = 'snapshot';

/** @param data JSON on one line. */
export const eventText = (id: number, data: string) => `id: ${id}\nevent: ${snapshotEvent}\ndata: ${data}\n\n`;

/** A comment, which clients ignore. */
export const heartbeatText = ':\n\n';

/** Default time between two comments. */
export const heartbeatMs = 10_000;

/** The id of the last event that a client received; undefined unless this service could have sent it. */
export function lastEventIdOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^(0|[1-9]\d{0,14})$/.test(header) ? Number(header) : undefined;
}
