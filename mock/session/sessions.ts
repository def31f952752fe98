import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type RateLimitPolicy, rateLimitHeaders } from '../../contracts/http/rate-limit.ts';
import { type Ballots, ballotsOf, noBallots } from '../../contracts/rules/ballots.ts';
import { type Static, type TSchema, Type } from '../../contracts/schemas/type.ts';
import { faultNames, maxTimes } from '../contracts/preferences.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { NightPlayer } from '../night/night.ts';
import { OwnRepliesBody, type OwnReply } from './own-replies.ts';

/** A provider state that applies to every request of a session, on routes with contracts in this state. */
export type SessionState = Static<typeof SessionState>;
export const SessionState = Type.Object({
  state: Type.String(),
  /** Only contracts whose state has these parameters; `undefined` allows any. */
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  /** For how many more replies it applies; default: until it is reset. */
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTimes })),
});

const maxMs = 60_000;
const orNull = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

const faultKinds = [...faultNames, '429', '503'] as const;

/** Faults for every request of a session. A missing or null member has the value of the command line. */
export type SessionFaults = Static<typeof SessionFaults>;
export const SessionFaults = Type.Object(
  {
    /** Before each reply; and up to so many milliseconds more, at random. */
    delayMs: orNull(Type.Integer({ minimum: 0, maximum: maxMs })),
    jitterMs: orNull(Type.Integer({ minimum: 0, maximum: maxMs })),
    /** The share of requests that get a fault, 0 to 1; with `fault` by default 1. */
    share: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    /** By default any, at random. */
    fault: orNull(Type.Enum(faultKinds)),
  },
  { additionalProperties: false },
);

const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const clientId = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' });
const place = { fightId: id, roundNumber: Type.Integer({ minimum: 1, maximum: 5 }), clientId };
const score = Type.Integer({ minimum: 7, maximum: 10 });

/** A session as a file: `GET /__mock/session` returns it and `PUT` takes it. */
export const SavedSessionBody = Type.Object({
  state: Type.Union([SessionState, Type.Null()]),
  votes: Type.Array(Type.Object({ ...place, fighterStatid: id, createdMs: Type.Integer({ minimum: 0 }) })),
  scorecards: Type.Array(Type.Object({ ...place, fighter1Score: score, fighter2Score: score })),
  faults: Type.Optional(SessionFaults),
  replies: Type.Optional(OwnRepliesBody),
});
type SavedSession = Static<typeof SavedSessionBody>;

/** The server's default: the votes and scorecards of a client on one fight, together. */
const policy: RateLimitPolicy = { name: 'votes', limit: 10, windowMs: 10_000 };

/** Counts the changes of each client on a fight, in periods of ten seconds that begin with a change, as on the server. */
export class Changes {
  /** In the order in which the periods began. */
  readonly #periods = new Map<string, { used: number; endsMs: number }>();

  /** The remaining changes, and the seconds until the period ends; also as headers. */
  read(fightId: number, clientId: string, nowMs: number) {
    const { used, endsMs } = this.#current(fightId, clientId, nowMs) ?? { used: 0, endsMs: nowMs + policy.windowMs };
    const left = policy.limit - used;
    const resetMs = endsMs - nowMs;
    return {
      left,
      retryAfter: Math.max(1, Math.ceil(resetMs / 1000)),
      headers: rateLimitHeaders(policy, left, resetMs) as Record<string, string>,
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

/** The state, ballots and night of one client or one test. */
export interface Session {
  readonly name: string;
  /** Another number after each change, greater than before; 0 for an unused session. */
  readonly revision: number;
  state: SessionState | undefined;
  faults: SessionFaults | undefined;
  /** The first that covers a request answers it. */
  replies: readonly OwnReply[];
  ballots: Ballots;
  /** Not saved, since they count for ten seconds. */
  changes: Changes;
  night: NightPlayer | undefined;
}

const noReplies: readonly OwnReply[] = [];

const namePattern = /^[A-Za-z0-9_.:-]{1,64}$/;
const maxSessions = 1_000;
/** As estimated by `bytesOf`. `npm run mock` has 192 MB, of which it uses 60 before the first request. */
const maxBytes = { each: 16_000_000, all: 48_000_000 };
const header = 'mock-session';

const isPlain = ({ state, faults, replies, ballots, night }: Session) =>
  !state && !faults && replies.length === 0 && ballots === noBallots && !night;

/** Estimates the memory of a session; most of a night's memory is its documents. */
const bytesOf = ({ state, replies, ballots, night }: Session) =>
  1_000 +
  (replies.length > 0 ? 3 * JSON.stringify(replies).length : 0) +
  (state ? JSON.stringify(state).length : 0) +
  250 * (ballots.votes.size + ballots.scorecards.size) +
  (night ? 3_500_000 : 0);

/**
 * The session of requests from this machine without a session name. They come from different addresses: an Android
 * emulator from a loopback address, a simulator from the address of the machine if it uses that one.
 */
export const ownSession = '127.0.0.1';

/** The client's address, in one form for each address. */
function addressOf({ socket: { remoteAddress = 'unknown', localAddress } }: IncomingMessage): string {
  if (remoteAddress === localAddress) return ownSession;
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address === '::1' || address.startsWith('127.') ? ownSession : address;
}

/** The app that sent a request. */
export const clientOf = (req: IncomingMessage) => ({
  address: addressOf(req),
  userAgent: req.headers['user-agent'] ?? '',
});

/** The session of a request; `undefined` if the header is malformed. */
function findName(req: IncomingMessage): string | undefined {
  const given = req.headers[header];
  if (given === undefined) return addressOf(req);
  return typeof given === 'string' && namePattern.test(given) ? given : undefined;
}

export const malformedName = () =>
  new MockProblem('malformed-session', [
    {
      parameter: 'Mock-Session',
      detail: 'Must be 1 to 64 characters of A-Z a-z 0-9 _ . : -, such as checkout-test-3.',
    },
  ]);

/**
 * Sessions by the `Mock-Session` header, or without it by the address of the client. Their number and their bytes (of
 * each, and in total) are limited; the least recently used are dropped.
 */
export class Sessions {
  readonly #sessions = new LRUCache<string, Session>({
    max: maxSessions,
    maxSize: maxBytes.all,
    sizeCalculation: bytesOf,
    dispose: (_, name, reason) => {
      if (reason === 'evict') this.#dropping.push(name);
    },
  });
  /** Names of dropped sessions that have not been used since. */
  readonly #dropped = new LRUCache<string, true>({ max: maxSessions });
  #dropping: string[] = [];
  /** Starts with the time: a stream's reader that reconnects to a restarted mock must not miss its first changes. */
  #lastRevision = Date.now();
  /** The night of every session without its own. */
  night: NightPlayer | undefined;

  /** @throws {MockProblem} `malformed-session`. */
  nameOf(req: IncomingMessage): string {
    const name = findName(req);
    if (name === undefined) throw malformedName();
    return name;
  }

  /** The name under which a request is logged: its session, or its address if the header is malformed. */
  labelOf = (req: IncomingMessage): string => findName(req) ?? addressOf(req);

  /** Whether a request names its session. */
  isNamed = (req: IncomingMessage) => req.headers[header] !== undefined;

  /** The session of a name; an unused name has an empty one. */
  find(name: string): Session {
    return (
      this.#sessions.get(name) ?? {
        name,
        revision: 0,
        state: undefined,
        faults: undefined,
        replies: noReplies,
        ballots: noBallots,
        changes: new Changes(),
        night: undefined,
      }
    );
  }

  /**
   * Changes a session, which makes it the most recently used.
   *
   * @returns names of the sessions that were dropped for it.
   * @throws {MockProblem} `session-full`; the session is then unchanged.
   */
  change(name: string, changed: Partial<Session>): string[] {
    const session = { ...this.find(name), ...changed, revision: ++this.#lastRevision };
    if (bytesOf(session) > maxBytes.each) {
      const max = Math.floor((maxBytes.each - bytesOf({ ...session, ballots: noBallots })) / 250);
      const room = max < 0 ? 'no room for replies of this size' : `room for ${max} votes and scorecards`;
      const detail = `This session has ${room}; reset it with DELETE /__mock/session.`;
      throw new MockProblem('session-full', [{ parameter: 'Mock-Session', detail }]);
    }
    this.#dropping = [];
    this.#sessions.set(name, session);
    this.#dropped.delete(name);
    for (const one of this.#dropping) this.#dropped.set(one, true);
    return this.#dropping;
  }

  /** Counts a reply in the session's state, which may be the last one. */
  countState(name: string): void {
    const { state } = this.find(name);
    if (state?.times === undefined) return;
    this.change(name, { state: state.times > 1 ? { ...state, times: state.times - 1 } : undefined });
  }

  has = (name: string) => this.#sessions.has(name);
  delete = (name: string) => this.#sessions.delete(name);
  wasDropped = (name: string) => this.#dropped.has(name);

  /** Most recently used first. */
  get names(): string[] {
    return [...this.#sessions.keys()];
  }

  /** The values that control routes set in a session. Each change replaces one, so that callers can detect it. */
  settingsOf(name: string): unknown[] {
    const session = this.#sessions.peek(name);
    const night = session?.night ?? this.night;
    return [session?.state, session?.faults, session?.replies ?? noReplies, night, night?.changes];
  }

  nightOf = (session: Session): NightPlayer | undefined => session.night ?? this.night;

  /** Whether a request gets the same reply as any other client's. */
  isUntouched(req: IncomingMessage): boolean {
    if (this.night) return false;
    const name = findName(req);
    if (name === undefined) return false;
    const session = this.#sessions.peek(name);
    if (session) return isPlain(session);
    return this.#dropped.size === 0 || !this.#dropped.has(name);
  }
}

export const save = ({ state, faults, replies, ballots }: Session): SavedSession => ({
  state: state ?? null,
  votes: [...ballots.votes.values()],
  scorecards: [...ballots.scorecards.values()],
  ...(faults && { faults }),
  ...(replies.length > 0 && { replies: [...replies] }),
});

export const restore = ({ state, votes, scorecards, faults, replies = [] }: SavedSession): Partial<Session> => ({
  state: state ?? undefined,
  faults,
  replies,
  changes: new Changes(),
  ballots: votes.length + scorecards.length === 0 ? noBallots : ballotsOf(votes, scorecards),
});
