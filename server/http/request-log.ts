import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RequestContext } from '../../common/wire/request-context.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { noted, operationOf, traceOf } from './request-context.ts';

export interface Failure {
  /** `error`: an operator must act; `warn`: it recovers by itself. */
  level: 'warn' | 'error';
  /** Key of the problem in the reply. */
  problem: string;
  /** The status of the reply, unless another reply was already begun. */
  status: number;
  reason: string;
  error?: unknown;
}

/** The part of a request context that is logged. */
type Logged = Pick<RequestContext, 'operation' | 'params'>;

const isSupplier = (operation: Operation | undefined) =>
  operation !== undefined && routeOf(operation.name).credential === 'feed';

/** Ids of existing content. Client ids, names and filters are personal, or were made up by the client. */
function shownParams({ params }: Logged, status: number): Record<string, string> | undefined {
  if (status >= 400) return undefined;
  const shown = Object.entries(params).filter(([name, value]) => name !== 'client_id' && /^\d{1,10}$/.test(value));
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}

/**
 * Logs one line for each request that fails or is refused (5xx, 429, feed key, HTTP/1.1), one for each of the supplier's, and
 * one for a sample of the rest. A line never has a path, query, header, body or address, which could identify a person.
 */
export class RequestLog {
  readonly #log: Logger;
  readonly #sample: number;
  readonly #failed = new WeakSet<ServerResponse>();

  /** @param sample one of this many successful requests is logged; 0 logs no successful request. At `debug` all are logged. */
  constructor(log: Logger, sample: number) {
    this.#log = log;
    this.#sample = sample;
  }

  failed(req: IncomingMessage, res: ServerResponse, { level, problem, status, reason, error }: Failure): void {
    this.#failed.add(res);
    const about = this.#about(req, res, operationOf(res));
    this.#log[level]({ ...about, status, reason, ...(error !== undefined && { err: error }) }, problem);
  }

  /** Logs a request that could not even be parsed. @param requestId the one in the reply. */
  unparsed(requestId: string, problem: string): void {
    this.#log.warn({ requestId, reason: 'framing' }, problem);
  }

  /** Logs why the cached reply is sent instead of a new one. */
  notLoaded({ id }: Operation, error: unknown): void {
    this.#log.error({ route: id, reason: 'the last reply is sent', err: error }, 'internal-error');
  }

  /**
   * Logs a request when its response has ended, if it is one of the supplier's or of the sample.
   *
   * @param startMs when it was read.
   */
  follow(req: IncomingMessage, res: ServerResponse, logged: Logged, startMs = noted(res).startMs): void {
    const level = this.#levelOf(logged.operation);
    if (!this.#log.isLevelEnabled(level)) return;
    res.once('close', () => {
      if (this.#failed.has(res)) return;
      const params = shownParams(logged, res.statusCode);
      this.#log[level]({
        ...this.#about(req, res, logged.operation, startMs),
        ...(params && { params }),
        status: res.statusCode,
        ...(!res.writableFinished && { aborted: true }),
      });
    });
  }

  /** The supplier's requests are few, and change what all clients see. */
  #levelOf(operation: Operation | undefined): 'info' | 'debug' {
    if (this.#sample > 0 && Math.random() * this.#sample < 1) return 'info';
    return isSupplier(operation) ? 'info' : 'debug';
  }

  #about(req: IncomingMessage, res: ServerResponse, operation: Operation | undefined, startMs = noted(res).startMs) {
    const { requestId, traceId } = traceOf(req);
    const feedKey = noted(res).feedKey?.name;
    return {
      requestId,
      traceId,
      method: req.method,
      route: operation?.id,
      ...(startMs !== undefined && { ms: Math.round((performance.now() - startMs) * 1_000) / 1_000 }),
      ...(feedKey !== undefined && { feedKey }),
    };
  }
}
