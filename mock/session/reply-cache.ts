import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { RequestEntry, RequestLog } from './request-log.ts';
import type { Sessions } from './sessions.ts';

interface Kept {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer | undefined;
  entry: RequestEntry;
}

const mostBytes = 16_777_216;

/** Everything of a request that its answer follows from, as long as nobody has done anything to the session. */
const keyOf = ({ method, url, headers }: IncomingMessage) =>
  `${method} ${url}\n${headers.host}\n${headers.accept}\n${headers.prefer}\n${headers['if-none-match']}`;

/**
 * Answers that were given before, ready to be sent: a contract answers the same request the same way, so Prism need not
 * look twice.
 */
export class ReplyCache {
  readonly #replies = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }, key) => 1_000 + key.length + (bytes?.length ?? 0),
  });

  clear(): void {
    this.#replies.clear();
  }

  keep(req: IncomingMessage, res: ServerResponse, bytes: Buffer | undefined, entry: RequestEntry, sessions: Sessions) {
    if (req.method !== 'GET' || !sessions.isUntouched(req)) return;
    this.#replies.set(keyOf(req), { status: res.statusCode, headers: { ...res.getHeaders() }, bytes, entry });
  }

  /** @returns whether the request was answered. */
  answer(
    req: IncomingMessage,
    res: ServerResponse,
    {
      sessions,
      requestLog,
      log,
    }: { sessions: Sessions; requestLog: RequestLog; log: ((line: string) => void) | undefined },
  ): boolean {
    if (req.method !== 'GET' || !sessions.isUntouched(req)) return false;
    const kept = this.#replies.get(keyOf(req));
    if (!kept) return false;
    const { number: _, at: __, ...entry } = kept.entry;
    requestLog.add({ ...entry, session: String(req.headers['mock-session'] ?? req.socket.remoteAddress ?? '') });
    log?.(`${entry.method} ${entry.path} ${kept.status} ${entry.contract} ${entry.match}`);
    res.writeHead(kept.status, kept.headers);
    res.end(kept.bytes);
    return true;
  }
}
