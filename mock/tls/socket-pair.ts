import { Duplex } from 'node:stream';

/** One end of a connection within the process: what is written here is read at the other end. */
export class PairEnd extends Duplex {
  other: PairEnd | undefined;
  #whenRead: (() => void) | undefined;
  /** As sockets of connections over TLS have them. */
  readonly encrypted = true;
  readonly remoteAddress: string | undefined;

  constructor(remoteAddress: string | undefined) {
    super();
    this.remoteAddress = remoteAddress;
  }

  override _read(): void {
    const resume = this.#whenRead;
    this.#whenRead = undefined;
    resume?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const { other } = this;
    if (!other || other.destroyed || other.push(chunk)) done();
    else other.#whenRead = done;
  }

  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }

  /** Like the loss of a connection, it is noticed at both ends. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { other } = this;
    this.other = undefined;
    if (other && !other.destroyed) setImmediate(() => other.destroy());
    done(error);
  }

  /** What HTTP calls of a socket; time and packets mean nothing here. */
  setTimeout = () => this;
  setNoDelay = () => this;
  setKeepAlive = () => this;
  resetAndDestroy = () => this.destroy();
}

/** Both ends of a connection. @param remoteAddress of the client, which a session without a name is called by. */
export function socketPair(remoteAddress: string | undefined): [PairEnd, PairEnd] {
  const pair: [PairEnd, PairEnd] = [new PairEnd(remoteAddress), new PairEnd(remoteAddress)];
  [pair[0].other, pair[1].other] = [pair[1], pair[0]];
  return pair;
}
