import type { IncomingMessage } from 'node:http';
import { acceptPost } from '../../contracts/http/headers.ts';
import { isJsonContentType } from '../../contracts/http/negotiation.ts';
import { parseJson } from '../../contracts/rules/checks.ts';
import { lingerAfter } from './linger.ts';
import { readFurther } from './paced-connection.ts';
import { Problem } from './problem.ts';
import { isRead } from './request-context.ts';

/** Requests whose client waits for `100 Continue` → function that sends it. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/**
 * Delays `100 Continue` until the body is read, so that the client of a refused request does not send its body.
 *
 * @see RFC 9110 10.1.1
 */
export const delayContinue = (req: IncomingMessage, sendContinue: () => void) => void waiting.set(req, sendContinue);

/** Requests with a body that Node could not parse → function that refuses them. */
const broken = new WeakMap<IncomingMessage, () => void>();

/** Refuses a request with a body that Node could not parse, when the body is read. */
export const refuseWhenRead = (req: IncomingMessage, refuse: () => void) => void broken.set(req, refuse);

/** Discards the rest of the body, as Node does after a reply. `resume` would take twice as long. */
const discard = (req: IncomingMessage & { _dump?(): void }) => req._dump?.();

const bodyTooLarge = () => new Problem('body-too-large', { headers: { Connection: 'close' } });

/**
 * The body of a request in one buffer. Node creates a Buffer per chunk, and a chunk of one byte takes 200 times its size.
 */
class Body {
  readonly #req: IncomingMessage;
  #bytes: Buffer = Buffer.alloc(0);
  #size = 0;
  /** Set at the end of the body; `error` if the body is incomplete or too large. */
  #outcome: { error?: unknown } | undefined;
  #limit = Number.POSITIVE_INFINITY;
  #reader: { resolve(bytes: Buffer): void; reject(error: unknown): void } | undefined;

  constructor(req: IncomingMessage) {
    this.#req = req;
    req.on('data', (piece: Buffer) => this.#add(piece));
    req.on('end', () => this.#finish({}));
    // Also emitted when the client disconnects.
    req.on('error', (error) => this.#finish({ error }));
  }

  get isRead(): boolean {
    return this.#reader !== undefined;
  }

  /** Called once. @throws {Problem} `body-too-large`; the error of the request. */
  read(limit: number): Promise<Buffer> {
    this.#limit = limit;
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (this.#size > limit) this.#refuse();
      else if (this.#outcome) this.#settle(this.#outcome);
    });
  }

  #add(piece: Buffer): void {
    const start = this.#size;
    this.#size += piece.length;
    if (this.#outcome) return;
    if (this.#size > this.#limit) this.#refuse();
    // Nearly every body arrives in one piece.
    else if (start === 0) this.#bytes = piece;
    else {
      if (this.#size > this.#bytes.length) this.#grow();
      this.#bytes.set(piece, start);
    }
  }

  #grow(): void {
    const announced = Number(this.#req.headers['content-length'] ?? 0);
    const bytes = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(announced, 2 * this.#size)));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }

  #refuse(): void {
    lingerAfter(this.#req);
    discard(this.#req);
    this.#finish({ error: bodyTooLarge() });
  }

  #finish(outcome: { error?: unknown }): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    this.#settle(outcome);
  }

  #settle({ error }: { error?: unknown }): void {
    if (error === undefined) this.#reader?.resolve(this.#bytes.subarray(0, this.#size));
    else this.#reader?.reject(error);
  }
}

/** Bodies that are received before a check has decided to read them. */
const early = new WeakMap<IncomingMessage, Body>();

/** Receives a chunked body immediately, since the stream would store every chunk. Discards the body of a GET. */
export function receiveBody(req: IncomingMessage): void {
  if (isRead(req.method)) discard(req);
  else early.set(req, new Body(req));
}

/** Whether a body is being read. */
export const isBodyRead = (req: IncomingMessage): boolean => early.get(req)?.isRead ?? req.listenerCount('data') > 0;

/**
 * Reads the whole body. Not an async function, which would only add a promise to each vote.
 *
 * @throws {Problem} `body-too-large`; the error of the request.
 */
function readAll(req: IncomingMessage, limit: number): Promise<Buffer> {
  broken.get(req)?.();
  if (Number(req.headers['content-length']) > limit) {
    // A client that waits for 100 Continue has sent no body to discard.
    if (req.headers.expect === undefined) lingerAfter(req);
    throw bodyTooLarge();
  }
  if (req.headers.expect !== undefined) waiting.get(req)?.();
  const body = req.headers['transfer-encoding'] === undefined ? undefined : early.get(req);
  const reading = (body ?? new Body(req)).read(limit);
  readFurther(req);
  return reading;
}

/** Whether the headers announce a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Codings are case-insensitive, and empty elements of a list do not count (RFC 9110 8.4.1, 5.6.1). */
const isEncoded = (codings = '') => codings.split(',').some((coding) => !/^\s*(?:identity)?\s*$/i.test(coding));

/** @throws {Problem} `malformed-json`. */
function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem('malformed-json');
    throw error;
  }
}

/**
 * Refuses a body of another type at its first byte, since a chunked body may be empty, and an empty body is accepted. A
 * client that waits for `100 Continue` has a body (RFC 9110 10.1.1).
 *
 * @throws {Problem} `unsupported-media-type`.
 */
async function refuseType(req: IncomingMessage): Promise<undefined> {
  const refusal = new Problem('unsupported-media-type', {
    headers: { 'Accept-Post': acceptPost, 'Accept-Encoding': 'identity', Connection: 'close' },
  });
  if (req.headers.expect !== undefined) throw refusal;
  try {
    await readAll(req, 0);
  } catch (error) {
    throw error instanceof Problem ? refusal : error;
  }
}

/**
 * Reads a POST body as JSON. Express's parser would leave bodies of other types unread, repair broken UTF-8, and take a
 * third of the time of a vote.
 *
 * @param limit bytes.
 * @param received gets the bytes before they are parsed.
 * @returns undefined without a body; `Content-Type` is then ignored.
 * @throws {Problem} in this order: `unsupported-media-type`, `body-too-large`, `malformed-json`.
 * @see wire specification 2.1, order of checks
 */
export async function readJson(
  req: IncomingMessage,
  limit: number,
  received?: (bytes: Buffer) => void,
): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const isJson = !isEncoded(req.headers['content-encoding']) && isJsonContentType(req.headers['content-type']);
  if (!isJson) return refuseType(req);
  const bytes = await readAll(req, limit);
  received?.(bytes);
  return parseBody(bytes);
}
