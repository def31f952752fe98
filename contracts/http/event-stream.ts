/**
 * Server-Sent Events as this service sends them: one `snapshot` event for each state, its id a number that grows, its
 * data the JSON of the plain reply on one line; comments in between keep the connection alive.
 *
 * @see wire specification 7 and 8; HTML Living Standard, server-sent events
 */

export const eventStreamType = 'text/event-stream; charset=utf-8';

/** Headers of a stream beside the common ones: neither stored, nor held back or compressed on the way. */
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

export interface ReceivedEvent {
  id: string;
  event: string;
  data: string;
}

function eventOf(block: string): ReceivedEvent | undefined {
  const received: ReceivedEvent = { id: '', event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'id' || field === 'event') received[field] = value;
  }
  return data.length > 0 ? { ...received, data: data.join('\n') } : undefined;
}

/**
 * The events of a stream, as a consumer reads them: comments are left out, and so is an event whose end never came.
 *
 * @example
 * const reply = await fetch(url, { headers: { Accept: 'text/event-stream', 'Last-Event-ID': '41' } });
 * for await (const { id, data } of readEvents(reply.body)) show(JSON.parse(data));
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}
