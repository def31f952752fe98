import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { RequestEntry } from '../../common/pages/control-wire.ts';
import { chooseCoding } from '../../contracts/http/negotiation.ts';
import { type Excerpt, exchangeOf } from './exchange.ts';
import { type Log, logEntry, type RequestLog } from './request-log.ts';
import { prefixOf } from './session-path.ts';
import { clientOf, type Sessions } from './sessions.ts';

interface CachedReply {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer | undefined;
  entry: RequestEntry;
  /** Shared by the log entries of all requests with this reply. */
  body: Excerpt | undefined;
}

const maxBytes = 16_777_216;

/** Everything that a reply depends on while its session is untouched. */
const keyOf = (req: IncomingMessage) => {
  const { method, url, headers } = req;
  const { host, accept, prefer, 'if-none-match': etag, 'accept-encoding': codings } = headers;
  const coding = chooseCoding(codings as string | undefined);
  return `${method} ${prefixOf(req)}${url}\n${host}\n${accept}\n${prefer}\n${etag}\n${coding}`;
};

/** Replies of contracts, which answer the same request in the same way; Prism then checks a request only once. */
export class ReplyCache {
  readonly #replies = new LRUCache<string, CachedReply>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes, body }, key) => 1_000 + key.length + (bytes?.length ?? 0) + (body?.text.length ?? 0),
  });

  clear(): void {
    this.#replies.clear();
  }

  store(req: IncomingMessage, res: ServerResponse, reply: Omit<CachedReply, 'status' | 'headers'>, sessions: Sessions) {
    if (req.method !== 'GET' || !sessions.isUntouched(req)) return;
    this.#replies.set(keyOf(req), { ...reply, status: res.statusCode, headers: { ...res.getHeaders() } });
  }

  /** Sends the cached reply of a request. @returns false if no reply is cached. */
  send(
    req: IncomingMessage,
    res: ServerResponse,
    { sessions, requestLog, log }: { sessions: Sessions; requestLog: RequestLog; log: Log },
  ): boolean {
    if (req.method !== 'GET' || !sessions.isUntouched(req)) return false;
    const cached = this.#replies.get(keyOf(req));
    if (!cached) return false;
    const startMs = performance.now();
    const { id: _, at: __, ms: ___, ...known } = cached.entry;
    const entry = requestLog.add({ ...known, session: sessions.labelOf(req) }, clientOf(req));
    logEntry(log, entry);
    res.writeHead(cached.status, cached.headers);
    res.end(cached.bytes);
    // Node stores the headers of `writeHead` only if others were set before, such as the id of the request.
    const headers = res.getHeaderNames().length > 0 ? res.getHeaders() : cached.headers;
    requestLog.complete(entry, performance.now() - startMs, exchangeOf(req, headers, undefined, cached.body));
    return true;
  }
}
