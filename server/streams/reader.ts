import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatText } from '../../contracts/http/event-stream.ts';

/** One event, ready to be sent to any number of readers. */
export interface StreamEvent {
  id: number;
  bytes: Buffer;
}

const heartbeat = Buffer.from(heartbeatText);

/** How long a reader who catches up may keep its connection full. */
const catchUpMs = 10_000;

/** Streams that end together must not be asked for together again. */
const retryMs = { least: 500, spread: 2_000 };

/** One client that reads a stream. */
export class Reader {
  readonly #res: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #mostWaiting: number;
  /** The version it has seen. */
  seen = -1;
  /** When the next comment is due. */
  heartbeatMs = 0;

  /** @param mostWaiting bytes that may wait in its connection when there is more to send; a reader behind is cut. */
  constructor(res: ServerResponse, headers: Readonly<Record<string, string>>, mostWaiting: number) {
    this.#res = res;
    this.#headers = headers;
    this.#mostWaiting = mostWaiting;
  }

  get isGone(): boolean {
    return this.#res.destroyed || this.#res.writableEnded;
  }

  onGone(gone: () => void): void {
    this.#res.once('close', gone);
  }

  /** Sends the headers; a stream is silent for longer than other replies may be. */
  open(): void {
    const { socket } = this.#res;
    socket?.setTimeout(0);
    socket?.setNoDelay(true);
    socket?.setKeepAlive(true, 30_000);
    this.#res.writeHead(200, this.#headers);
    this.#res.flushHeaders();
  }

  /** Sends an event unless it was seen. Who does not read what it was sent is cut off, and may resume. */
  send({ id, bytes }: StreamEvent): void {
    if (id <= this.seen) return;
    this.seen = id;
    this.#write(bytes);
  }

  /** Sends an event and waits until the connection can take the next. */
  async sendPaced(event: StreamEvent): Promise<void> {
    if (this.isGone) return;
    this.seen = event.id;
    if (this.#res.write(event.bytes)) return;
    const stop = new AbortController();
    const { signal } = stop;
    const drained = Promise.race([
      once(this.#res, 'drain', { signal }).then(() => true),
      once(this.#res, 'close', { signal }).then(() => true),
      sleep(catchUpMs, false, { signal }),
    ]);
    const inTime = await drained.finally(() => stop.abort());
    if (!inTime) this.cut();
  }

  beat(nowMs: number, everyMs: number): void {
    if (nowMs < this.heartbeatMs) return;
    this.heartbeatMs = nowMs + everyMs;
    this.#write(heartbeat);
  }

  #write(bytes: Buffer): void {
    if (this.isGone) return;
    if (this.#res.writableLength > this.#mostWaiting) this.cut();
    else this.#res.write(bytes);
  }

  cut(): void {
    this.#res.destroy();
  }

  /** Ends the stream in a way that makes the client come back, though not at once. */
  end(): void {
    if (this.isGone) return;
    const { socket } = this.#res;
    const waitMs = retryMs.least + Math.floor(Math.random() * retryMs.spread);
    this.#res.end(`retry: ${waitMs}\n\n`, () => socket?.end());
  }
}
