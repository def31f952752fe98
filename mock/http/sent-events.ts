import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StreamState } from './stream.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** Of all streams together; a client of an older event gets the current state once more. */
const most = 10_000;

/**
 * What was sent under each id of each stream. A session that is replaced, a state, another night and another mock count
 * their changes again, so that an id may stand for another state than the client has.
 */
export class SentEvents {
  /** Digests of the data by that of stream and id; empty where two clients have different data under one id. */
  readonly #sent = new LRUCache<string, { data: string | undefined }>({ max: most });

  /** @param stream the session and the address of a stream. */
  of(stream: string): { wasSent(state: StreamState): boolean; sent(state: StreamState): void } {
    const keyOf = ({ version }: StreamState) => digestOf(`${version} ${stream}`);
    return {
      wasSent: (state) => this.#sent.get(keyOf(state))?.data === digestOf(state.data),
      sent: (state) => {
        const key = keyOf(state);
        const before = this.#sent.get(key);
        const data = digestOf(state.data);
        this.#sent.set(key, { data: !before || before.data === data ? data : undefined });
      },
    };
  }
}
