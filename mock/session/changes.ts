import { type RateLimitPolicy, rateLimitHeaders } from '../../contracts/http/rate-limit.ts';

/** The server's default: of the votes and scorecards of a client on one fight, together. */
const policy: RateLimitPolicy = { name: 'votes', limit: 10, windowMs: 10_000 };

/** What a client may still change. */
export interface ChangesLeft {
  left: number;
  /** Seconds until all changes are available again, at least 1. */
  retryAfter: number;
  /** The same as headers. */
  headers: Record<string, string>;
}

/**
 * How often each client changed its votes and scorecards of a fight in the last seconds. A period begins with a change
 * and lasts ten seconds, as on the server.
 */
export class Changes {
  /** In the order in which the periods began. */
  readonly #periods = new Map<string, { used: number; endsMs: number }>();

  look(fightId: number, clientId: string, nowMs: number): ChangesLeft {
    const { used, endsMs } = this.#current(fightId, clientId, nowMs) ?? { used: 0, endsMs: nowMs + policy.windowMs };
    const left = policy.limit - used;
    const resetMs = endsMs - nowMs;
    return {
      left,
      retryAfter: Math.max(1, Math.ceil(resetMs / 1000)),
      headers: rateLimitHeaders(policy, left, resetMs),
    };
  }

  count(fightId: number, clientId: string, nowMs: number): void {
    const current = this.#current(fightId, clientId, nowMs);
    if (current) current.used++;
    else this.#periods.set(`${fightId} ${clientId}`, { used: 1, endsMs: nowMs + policy.windowMs });
  }

  #current(fightId: number, clientId: string, nowMs: number) {
    for (const [key, { endsMs }] of this.#periods) {
      if (endsMs > nowMs) break;
      this.#periods.delete(key);
    }
    return this.#periods.get(`${fightId} ${clientId}`);
  }
}
