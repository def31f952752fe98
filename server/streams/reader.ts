import { type EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatText } from '../../contracts/http/event-stream.ts';
import type { RequestMetrics } from '../monitoring/request-metrics.ts';
import { type CodedPart, type StreamCoding, StreamEncoder } from './stream-coding.ts';

/** An event, to be sent to any number of readers. */
export interface StreamEvent {
  id: number;
  /** Never changed. */
  bytes: Buffer;
}

const heartbeat = Buffer.from(heartbeatText);

/** How long the connection may stay full during catch-up. */
const catchUpMs = 10_000;
const over = () => true;

/** Random, so that clients whose streams end together do not reconnect together. */
const retryMs = { min: 500, spread: 2_000 };

export interface ReaderOptions {
  coding?: StreamCoding;
  headers: Readonly<Record<string, string>>;
  /** A reader with more bytes in its buffer is disconnected at the next event. */
  maxBufferedBytes: number;
  metrics?: RequestMetrics | undefined;
  /** Called after the headers are sent. */
  onOpen?: (() => void) | undefined;
}

export class Reader {
  readonly #res: ServerResponse;
  readonly #options: ReaderOptions;
  readonly #encoder: StreamEncoder;
  /** The id of the last event that was sent to it. */
  lastId = -1;
  /** When the next comment is due. */
  heartbeatMs = 0;

  constructor(res: ServerResponse, options: ReaderOptions) {
    this.#res = res;
    this.#options = options;
    this.#encoder = new StreamEncoder(options.coding ?? 'identity');
  }

  get coding(): StreamCoding {
    return this.#encoder.coding;
  }

  get isClosed(): boolean {
    return this.#res.destroyed || this.#res.writableEnded;
  }

  onClose(listener: () => void): void {
    this.#res.once('close', listener);
  }

  /** Sends the headers, and lifts the idle timeout: a stream may be silent for longer than other replies. */
  open(): void {
    const { socket } = this.#res;
    socket?.setTimeout(0);
    socket?.setNoDelay(true);
    socket?.setKeepAlive(true, 30_000);
    this.#res.writeHead(200, this.#options.headers);
    this.#res.flushHeaders();
    const start = this.#encoder.start();
    if (start) this.#put(start);
    this.#options.onOpen?.();
  }

  /** Sends an event unless the reader has it. A reader that is too slow is disconnected, and can resume. */
  send({ id, bytes }: StreamEvent): void {
    if (id <= this.lastId) return;
    this.lastId = id;
    this.#options.metrics?.streamEvent();
    this.#write(bytes);
  }

  /** Sends an event and waits until the connection can take the next. */
  async sendPaced(event: StreamEvent): Promise<void> {
    if (this.isClosed) return;
    this.lastId = event.id;
    this.#options.metrics?.streamEvent();
    const full = this.#put(this.#encoder.encode(event.bytes));
    if (!full) return;
    const stop = new AbortController();
    const { signal } = stop;
    const drained = Promise.race([
      // `once` rejects if the connection has an error; it then closes.
      once(full, 'drain', { signal }).then(over, over),
      once(this.#res, 'close', { signal }).then(over, over),
      sleep(catchUpMs, false, { signal }),
    ]);
    const inTime = await drained.finally(() => stop.abort());
    if (!inTime) this.#cut();
  }

  sendHeartbeat(nowMs: number, intervalMs: number): void {
    if (nowMs < this.heartbeatMs) return;
    this.heartbeatMs = nowMs + intervalMs;
    this.#write(heartbeat);
  }

  #write(bytes: Buffer): void {
    if (this.isClosed) return;
    if (this.#res.writableLength > this.#options.maxBufferedBytes) this.#cut();
    else this.#put(this.#encoder.encode(bytes));
  }

  /**
   * Writes to the socket with framing that all readers share: ServerResponse would frame the bytes for each reader, and write
   * three buffers.
   *
   * @returns the emitter of `drain` if the buffer is full.
   */
  #put({ bytes, chunk }: CodedPart): EventEmitter | undefined {
    const { socket, chunkedEncoding } = this.#res;
    // A pipelined response has no socket before its turn; HTTP/1.0 has no chunks.
    if (!socket || !chunkedEncoding) return this.#res.write(bytes) ? undefined : this.#res;
    return socket.write(chunk) ? undefined : socket;
  }

  #cut(): void {
    this.#options.metrics?.streamCut();
    this.#res.destroy();
  }

  /** Ends the stream and makes the client reconnect, after a random time. */
  end(): void {
    if (this.isClosed) return;
    const { socket } = this.#res;
    const waitMs = retryMs.min + Math.floor(Math.random() * retryMs.spread);
    this.#res.end(this.#encoder.end(`retry: ${waitMs}\n\n`), () => socket?.end());
  }
}
