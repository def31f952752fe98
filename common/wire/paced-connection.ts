import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasLongBody, isRefused } from './linger.ts';

/** Maximum bytes that are parsed, or requests that are handled, before it is the turn of another connection. */
const pieceBytes = 1_024;
const maxRequests = 16;

/** Maximum time of paced connections in one turn of the event loop. */
const turnMs = 4;

type Listener = (this: Duplex, ...values: unknown[]) => void;

/** Private members of Node: whether the socket waits for a slow reader, and the current reply. */
type HttpSocket = Duplex & { _paused?: boolean; _httpMessage?: ServerResponse | null };

/**
 * A connection that passes its bytes to Node's parser in small pieces, one per turn. Without this, the parser reads up to
 * 2 MiB in one turn of the event loop, which can be 45,000 requests or 350,000 chunks of a body, and all other connections
 * wait. Between pieces, bytes wait in the kernel.
 */
class PacedConnection {
  readonly #socket: HttpSocket;
  /** Node's listeners, which parse. */
  readonly #onData: readonly Listener[];
  readonly #onEnd: readonly Listener[];
  #isParsing = false;
  #hasEnded = false;
  /** Requests that are parsed but not yet handled. */
  readonly #found: { req: IncomingMessage; res: ServerResponse; handle: () => void }[] = [];
  /** The number of requests without a reply, and the last request. */
  #pending = 0;
  #last: IncomingMessage | undefined;
  #isLastRead = false;
  /** Whether a request with a long body has no reply yet: the reply may end the connection. */
  #mayEnd = false;
  isWaiting = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
    this.#onData = socket.listeners('data') as Listener[];
    this.#onEnd = socket.listeners('end') as Listener[];
    socket.removeAllListeners('data').removeAllListeners('end');
    const goOn = () => wait(this);
    // With this listener, Node's parser no longer reads from the socket itself.
    socket.on('readable', goOn).on('drain', goOn);
    socket.once('end', () => {
      this.#hasEnded = true;
      goOn();
    });
    goOn();
  }

  /** Handles a request when it is its turn. */
  add(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
    this.#last = req;
    this.#isLastRead = false;
    this.#pending++;
    res.once('close', () => {
      this.#pending--;
      wait(this);
    });
    const isNext = this.#isParsing || (hasLongBody(req) && this.#found.length === 0);
    this.#found.push({ req, res, handle });
    if (isNext) this.#handleFound();
    else wait(this);
  }

  get isBehind(): boolean {
    return this.#found.length > 0;
  }

  /** Starts to read the body of a request. */
  read(req: IncomingMessage): void {
    if (req !== this.#last) return;
    this.#isLastRead = true;
    wait(this);
  }

  /** @returns whether there may be more to do. */
  goOn(): boolean {
    const socket = this.#socket;
    if (socket.destroyed || isRefused(socket)) {
      this.#found.length = 0;
      return false;
    }
    if (this.#found.length > 0) return this.#handleFound();
    if (this.#hasEnded) {
      // Node would end the connection even if replies are pending.
      if (this.#pending > 0 && this.#last?.complete && !this.#isStreaming()) return false;
      for (const listener of this.#onEnd) listener.call(socket);
      return false;
    }
    return this.#canParse() && this.#parse();
  }

  #handleFound(): boolean {
    for (let count = 0; count < maxRequests && !this.#mayEnd; count++) {
      const first = this.#found.shift();
      if (!first) break;
      const { req, res, handle } = first;
      if (hasLongBody(req)) {
        this.#mayEnd = true;
        res.once('close', () => {
          this.#mayEnd = false;
        });
      }
      handle();
    }
    return !this.#mayEnd;
  }

  #isStreaming(): boolean {
    const { _httpMessage: reply } = this.#socket;
    return reply?.headersSent === true && !reply.writableEnded;
  }

  /** Before a reply, only the body of its request is parsed, so that further requests and unread bodies take no memory. */
  #canParse(): boolean {
    if (this.#socket._paused) return false;
    const last = this.#last;
    if (this.#pending === 0 || !last) return true;
    return !last.complete && (this.#isLastRead || !hasLongBody(last));
  }

  #parse(): boolean {
    const socket = this.#socket;
    const piece: unknown = socket.read(Math.min(pieceBytes, socket.readableLength));
    if (piece === null) return false;
    this.#isParsing = true;
    for (const listener of this.#onData) listener.call(socket, piece);
    this.#isParsing = false;
    return true;
  }
}

/** Connections with bytes or requests to handle, in the order of their turns. */
const waiting: PacedConnection[] = [];
let isScheduled = false;

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(takeTurn);
}

function wait(connection: PacedConnection): void {
  if (connection.isWaiting) return;
  connection.isWaiting = true;
  waiting.push(connection);
  schedule();
}

function takeTurn(): void {
  const endMs = performance.now() + turnMs;
  do {
    const connection = waiting.shift() as PacedConnection;
    connection.isWaiting = false;
    if (connection.goOn()) wait(connection);
  } while (waiting.length > 0 && performance.now() < endMs);
  isScheduled = false;
  schedule();
}

const paced = new WeakMap<Duplex, PacedConnection>();
let anyPaced = false;

const pacedConnectionOf = (socket: Duplex) => (anyPaced ? paced.get(socket) : undefined);

function pace(socket: Duplex): PacedConnection {
  const connection = new PacedConnection(socket);
  anyPaced = true;
  paced.set(socket, connection);
  return connection;
}

/** The connection of the last request, the number of its requests in a row, and its bytes after half of `maxRequests`. */
let lastSocket: Duplex | undefined;
let following = 0;
let bytesHalfway = 0;

/** Whether the parser found many requests in bytes that arrived together. */
function isCrowded(socket: Duplex): boolean {
  if (socket !== lastSocket) {
    lastSocket = socket;
    following = 0;
    return false;
  }
  following++;
  if (following === maxRequests / 2) bytesHalfway = (socket as Socket).bytesRead;
  if (following < maxRequests) return false;
  following = 0;
  return (socket as Socket).bytesRead === bytesHalfway;
}

/**
 * The paced connection that must handle a request; undefined for nearly all requests. A connection is paced from the first
 * request with a chunked body, or with many others in the same packet.
 */
export function findPacedConnection(req: IncomingMessage): PacedConnection | undefined {
  const { socket, headers } = req;
  const isNew = headers['transfer-encoding'] !== undefined || isCrowded(socket);
  return pacedConnectionOf(socket) ?? (isNew ? pace(socket) : undefined);
}

/** A first packet with more bytes has more than one request of a browser. */
const maxFirstBytes = 4_096;

/**
 * Passes new connections to Node's parser when their first packet has arrived, so that connections with a large first packet
 * are paced from the start.
 */
export function paceNewConnections(server: Server): void {
  const [accept] = server.listeners('connection') as ((socket: Duplex) => void)[];
  if (!accept) return;
  server.removeListener('connection', accept);
  const silent = new Set<Socket>();
  server.on('connection', (socket: Duplex) => {
    // A connection within the process has one request.
    if (!(socket instanceof Socket)) {
      accept.call(server, socket);
      return;
    }
    silent.add(socket);
    socket.setTimeout(server.headersTimeout, () => {
      if (!silent.delete(socket)) return;
      accept.call(server, socket);
      server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => silent.delete(socket));
    socket.once('readable', () => {
      if (!silent.delete(socket)) return;
      socket.setTimeout(0);
      accept.call(server, socket);
      if (socket.readableLength > maxFirstBytes) pace(socket);
    });
  });
  server.closeAllConnections = () => {
    Server.prototype.closeAllConnections.call(server);
    for (const socket of silent) socket.destroy();
  };
}

/** Whether a parsed request of the connection waits for its turn. */
export const isBehind = (socket: Duplex): boolean => pacedConnectionOf(socket)?.isBehind ?? false;

/** Starts to read the body of a request. */
export const readFurther = (req: IncomingMessage): void => pacedConnectionOf(req.socket)?.read(req);
