import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  type Ballots,
  ballotsOf,
  noBallots,
  type ScoreBallot,
  type StoredVote,
} from '../../contracts/rules/ballots.ts';
import { Type } from '../../contracts/schemas/type.ts';
import { MockProblem } from '../contracts/problems.ts';
import type { NightPlayer } from '../night/night.ts';
import { Changes } from './changes.ts';

/** A provider state that applies to every request of a session, on routes with contracts in this state. */
export interface SessionState {
  state: string;
  /** Only contracts whose state has these parameters; none allows any. */
  params?: Record<string, string | number> | undefined;
}

/** The state, ballots and night of one client or one test. */
export interface Session {
  readonly name: string;
  state: SessionState | undefined;
  ballots: Ballots;
  /** Not saved: they count for ten seconds. */
  changes: Changes;
  night: NightPlayer | undefined;
}

/** A session as a file: `GET /__mock/session` returns it and `PUT` takes it. */
export interface SavedSession {
  state: SessionState | null;
  votes: StoredVote[];
  scorecards: ScoreBallot[];
}

const id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const clientId = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' });
const place = { fightId: id, roundNumber: Type.Integer({ minimum: 1, maximum: 5 }), clientId };
const score = Type.Integer({ minimum: 7, maximum: 10 });

export const SessionStateBody = Type.Object({
  state: Type.String(),
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});

export const SavedSessionBody = Type.Object({
  state: Type.Union([SessionStateBody, Type.Null()]),
  votes: Type.Array(Type.Object({ ...place, fighterStatid: id, createdMs: Type.Integer({ minimum: 0 }) })),
  scorecards: Type.Array(Type.Object({ ...place, fighter1Score: score, fighter2Score: score })),
});

const namePattern = /^[A-Za-z0-9_.:-]{1,64}$/;
const mostSessions = 1_000;
/** Memory as estimated by `bytesOf`: `npm run mock` has 192 MB, of which it takes 60 before the first request. */
const mostBytes = { each: 16_000_000, inAll: 48_000_000 };
const header = 'mock-session';

const isPlain = ({ state, ballots, night }: Session) => !state && ballots === noBallots && !night;

/** Estimates the memory of a session; most of a night's memory is its documents. */
const bytesOf = ({ state, ballots, night }: Session) =>
  1_000 +
  (state ? JSON.stringify(state).length : 0) +
  250 * (ballots.votes.size + ballots.scorecards.size) +
  (night ? 3_500_000 : 0);

/** The session of requests from this machine that name none, whichever loopback address they come from. */
export const ownSession = '127.0.0.1';

/** The address of a client, which names its session: the same for each form of it. */
function addressOf({ socket }: IncomingMessage): string {
  const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '');
  return address === '::1' || address.startsWith('127.') ? ownSession : address;
}

export const malformedName = () =>
  new MockProblem('malformed-session', [
    {
      parameter: 'Mock-Session',
      detail: 'A name has 1 to 64 characters of A-Z a-z 0-9 _ . : -, such as checkout-test-3.',
    },
  ]);

/**
 * Sessions by the `Mock-Session` header of their requests, else by the address of the client. Limited in number and in
 * bytes, each and all together; the least recently used are dropped.
 */
export class Sessions {
  readonly #sessions = new LRUCache<string, Session>({
    max: mostSessions,
    maxSize: mostBytes.inAll,
    sizeCalculation: bytesOf,
    dispose: (_, name, reason) => {
      if (reason === 'evict') this.#dropping.push(name);
    },
  });
  /** Names of dropped sessions that have not been used since. */
  readonly #dropped = new LRUCache<string, true>({ max: mostSessions });
  #dropping: string[] = [];
  /** The night of every session without its own. */
  night: NightPlayer | undefined;

  /** @throws {MockProblem} `malformed-session`. */
  nameOf(req: IncomingMessage): string {
    const given = req.headers[header];
    if (given === undefined) return addressOf(req);
    if (typeof given === 'string' && namePattern.test(given)) return given;
    throw malformedName();
  }

  /** The name under which a request is logged: its session, or its address when that name is missing or invalid. */
  labelOf(req: IncomingMessage): string {
    const given = req.headers[header];
    return typeof given === 'string' && namePattern.test(given) ? given : addressOf(req);
  }

  /** Whether a request names its session. */
  isNamed = (req: IncomingMessage) => req.headers[header] !== undefined;

  /** The session of a name; an unused name has an empty one. */
  find(name: string): Session {
    return (
      this.#sessions.get(name) ?? {
        name,
        state: undefined,
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
  change(name: string, apply: (session: Session) => void): string[] {
    const session = { ...this.find(name) };
    apply(session);
    if (bytesOf(session) > mostBytes.each) {
      const most = Math.floor((mostBytes.each - bytesOf({ ...session, ballots: noBallots })) / 250);
      const detail = `A session stores up to ${most} votes and scorecards; reset it with DELETE /__mock/session.`;
      throw new MockProblem('session-full', [{ parameter: 'Mock-Session', detail }]);
    }
    this.#dropping = [];
    this.#sessions.set(name, session);
    this.#dropped.delete(name);
    for (const one of this.#dropping) this.#dropped.set(one, true);
    return this.#dropping;
  }

  has = (name: string) => this.#sessions.has(name);
  delete = (name: string) => this.#sessions.delete(name);
  wasDropped = (name: string) => this.#dropped.has(name);

  /** Most recently used first. */
  get names(): string[] {
    return [...this.#sessions.keys()];
  }

  nightOf = (session: Session): NightPlayer | undefined => session.night ?? this.night;

  /** Whether a request gets the same reply as any other client's. */
  isUntouched(req: IncomingMessage): boolean {
    if (this.night) return false;
    const given = req.headers[header];
    if (given !== undefined && !(typeof given === 'string' && namePattern.test(given))) return false;
    const name = given ?? addressOf(req);
    const session = this.#sessions.peek(name);
    if (session) return isPlain(session);
    return this.#dropped.size === 0 || !this.#dropped.has(name);
  }
}

export const save = ({ state, ballots }: Session): SavedSession => ({
  state: state ?? null,
  votes: [...ballots.votes.values()],
  scorecards: [...ballots.scorecards.values()],
});

export function restore(session: Session, { state, votes, scorecards }: SavedSession): void {
  session.state = state ?? undefined;
  session.changes = new Changes();
  session.ballots = votes.length + scorecards.length === 0 ? noBallots : ballotsOf(votes, scorecards);
}
