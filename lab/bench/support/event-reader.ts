import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const lineFeed = 10;
/** Of the beginning of an event: enough for `retry` and `id`. */
const beginBytes = 64;
const againMs = 50;

/** All readers of this process read into it, one after the other. */
const received = Buffer.alloc(65_536);

export interface EventReaderOptions {
  url: URL;
  path: string;
  /** Called when the whole event is there. */
  onEvent(id: number): void;
}

/**
 * A reader of a stream over HTTP/1.1 without content coding, with one event in each chunk (RFC 9112 7.1). It looks only at the
 * ids, so that thousands fit on one core.
 */
export class EventReader {
  /** The id of the last event; 0 before the first. */
  lastId = 0;
  /** Events that did not come, and those that came twice. */
  missed = 0;
  repeated = 0;
  /** How often it was told to come back later. */
  refusals = 0;
  /** Of the last chunk. */
  chunkBytes = 0;
  readonly #options: EventReaderOptions;
  #socket: Socket | undefined;
  #line = '';
  #begin = '';
  /** Of the chunk; a line is read while there are none. */
  #bytesLeft = 0;
  #isInHeaders = true;
  #isOver = false;

  constructor(options: EventReaderOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed;
  }

  /** Connects, again and again if it must, and asks for what follows the last event. */
  async open(): Promise<void> {
    const { url, path } = this.#options;
    for (;;) {
      [this.#line, this.#begin, this.#bytesLeft, this.#isInHeaders] = ['', '', 0, true];
      const socket = connect({
        ...{ port: Number(url.port), host: url.hostname },
        onread: {
          buffer: received,
          callback: (length) => {
            if (this.#socket === socket) this.#read(length);
            return true;
          },
        },
      });
      this.#socket = socket;
      try {
        await once(socket, 'connect');
        socket.on('error', () => undefined);
        const after = this.lastId > 0 ? `Last-Event-ID: ${this.lastId}\r\n` : '';
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\nAccept-Encoding: identity\r\n${after}\r\n`,
        );
        return;
      } catch {
        await sleep(againMs);
      }
    }
  }

  cut(): void {
    this.#socket?.destroy();
  }

  close(): void {
    this.#isOver = true;
    this.cut();
  }

  #read(length: number): void {
    for (let at = 0; at < length && this.isOpen; ) {
      if (this.#bytesLeft === 0) {
        const end = received.subarray(0, length).indexOf(lineFeed, at);
        this.#line += received.toString('latin1', at, end < 0 ? length : end);
        if (end < 0) return;
        at = end + 1;
        this.#endLine();
      } else {
        const part = Math.min(this.#bytesLeft, length - at);
        const wanted = Math.min(part, beginBytes - this.#begin.length);
        if (wanted > 0) this.#begin += received.toString('latin1', at, at + wanted);
        at += part;
        this.#bytesLeft -= part;
        if (this.#bytesLeft === 0) this.#endChunk();
      }
    }
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    this.#line = '';
    if (!this.#isInHeaders) {
      this.chunkBytes = Number.parseInt(line, 16);
      this.#bytesLeft = this.chunkBytes + '\r\n'.length;
    } else if (line === '') this.#isInHeaders = false;
    else if (/^Retry-After: /i.test(line)) this.#waitAndOpen(Number(line.split(' ')[1]));
  }

  /** Refused: comes back when it is told to. */
  async #waitAndOpen(seconds: number): Promise<void> {
    this.refusals++;
    this.cut();
    await sleep(seconds * 1_000);
    if (!this.#isOver) await this.open();
  }

  #endChunk(): void {
    const id = Number(/^id: (\d+)$/m.exec(this.#begin)?.[1]);
    this.#begin = '';
    // A comment has none.
    if (Number.isNaN(id)) return;
    if (this.lastId > 0 && id <= this.lastId) this.repeated++;
    else if (this.lastId > 0) this.missed += id - this.lastId - 1;
    this.lastId = Math.max(this.lastId, id);
    this.#options.onEvent(id);
  }
}
