import type { Request, RequestHandler, Response } from 'express';
import { type TSchema, Type } from 'typebox';
import { corsHeaders } from '../../contracts/http/headers.ts';
import { readJson } from '../../contracts/requests/body.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { mismatches, mustBeOneOf } from '../../contracts/schemas/validation.ts';
import { isInState } from '../contracts/matcher.ts';
import { MockProblem, type MockProblemKey } from '../contracts/problems.ts';
import { NightPlayer, NoSuchRound } from '../night/night.ts';
import type { ContractSet } from '../reply/contract-set.ts';
import type { RequestLog } from '../session/request-log.ts';
import {
  restore,
  type SavedSession,
  SavedSessionBody,
  type Session,
  type SessionState,
  SessionStateBody,
  type Sessions,
  save,
} from '../session/sessions.ts';
import type { ControlAccess } from './access.ts';
import { interactionSource } from './interaction-source.ts';
import { TransferQueue } from './transfer-queue.ts';

/** Below it the mock itself is asked and told things; no path of the service begins so. */
export const controlPath = '/__mock';

/** A session with a thousand ballots has about 100 kB. */
const bodyLimit = 4 * 1_048_576;

const NightBody = Type.Object(
  {
    speed: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3_600 })),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    from: Type.Optional(Type.String()),
    voters: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  { additionalProperties: false },
);

const NightChange = Type.Object(
  {
    pause: Type.Optional(Type.Boolean()),
    speed: NightBody.properties.speed,
    /** Seconds of the night, or a round as in `from`. */
    seek: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.String()])),
  },
  { additionalProperties: false },
);

const nightDefaults = { speed: 60, seed: 1, voters: 500 };

/** @throws {MockProblem} `key` with what is wrong. */
async function bodyOf(req: Request, schema: TSchema, key: MockProblemKey): Promise<unknown> {
  const body = (await readJson(req, bodyLimit)) ?? {};
  const wrong = mismatches(schema, body, 'en');
  if (wrong.length > 0)
    throw new MockProblem(
      key,
      wrong.map(({ pointer, detail }) => ({ pointer: `#${pointer}`, detail })),
    );
  return body;
}

/** @throws {MockProblem} `unknown-state` with the states, or with the parameters that contracts have in it. */
export function checkState({ contracts }: ContractSet, state: SessionState): SessionState {
  const all = [...contracts.values()].flat();
  if (all.some((contract) => isInState(contract, state))) return state;
  const named = all.flatMap(({ states }) => states.filter(({ name }) => name === state.state));
  if (named.length === 0) {
    const known = [...new Set(all.flatMap(({ states }) => states.map(({ name }) => name)))].sort();
    throw new MockProblem('unknown-state', [{ pointer: '#/state', detail: mustBeOneOf(known, 'en') }]);
  }
  const known = [...new Set(named.map(({ params }) => JSON.stringify(params)))].map((text) => JSON.parse(text));
  throw new MockProblem('unknown-state', [{ pointer: '#/params', detail: mustBeOneOf(known, 'en') }]);
}

function playing<T>(play: () => T, pointer: string): T {
  try {
    return play();
  } catch (error) {
    if (!(error instanceof NoSuchRound)) throw error;
    throw new MockProblem('unknown-night', [{ pointer, detail: error.message }]);
  }
}

export interface ControlOptions {
  /** Asked at every request: it is swapped when the document changes. */
  contractSet: () => ContractSet;
  sessions: Sessions;
  requestLog: RequestLog;
  access: ControlAccess;
}

type Ask = (req: Request, res: Response) => Promise<unknown>;

/** A reply of the mock about itself that is not 200. */
class ControlReply {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** What can be asked below `/__mock`, by path and method. */
function asks({ contractSet, sessions, requestLog }: ControlOptions): Record<string, Record<string, Ask>> {
  const transferQueue = new TransferQueue();
  /** @throws {MockProblem} `unknown-session` for a name that nothing was done under. */
  function known(req: Request): Session {
    const name = sessions.nameOf(req);
    if (sessions.isNamed(req) && !sessions.has(name)) {
      const detail = sessions.wasDropped(name)
        ? 'It was dropped: others needed its room, and it had not been used for longest.'
        : sessions.names.length > 0
          ? mustBeOneOf(sessions.names, 'en')
          : 'There are no sessions.';
      throw new MockProblem('unknown-session', [{ parameter: 'Mock-Session', detail }]);
    }
    return sessions.find(name);
  }
  /** @returns undefined: everybody's, which has to be asked for. */
  function whose(req: Request): string | undefined {
    const query = new URLSearchParams(req.url.split('?')[1] ?? '');
    if (query.size === 0) return sessions.nameOf(req);
    if (query.size === 1 && query.get('all') === 'true') return undefined;
    throw new Problem('invalid-request', { errors: [{ parameter: 'all', detail: mustBeOneOf([true], 'en') }] });
  }
  const told = (session: Session) => ({ session: session.name, ...save(session) });

  /** What a change has cost others, for the answer to it. */
  const withDropped = (dropped: readonly string[]) => (dropped.length > 0 ? { dropped } : {});
  const change = (req: Request, how: (session: Session) => void) =>
    withDropped(sessions.change(sessions.nameOf(req), how));
  /** A night without a session of its own is everybody's. */
  function setNight(req: Request, night: NightPlayer | undefined) {
    if (sessions.isNamed(req)) return change(req, (session) => Object.assign(session, { night }));
    sessions.night = night;
    return {};
  }
  function nightOf(req: Request): NightPlayer {
    const night = sessions.isNamed(req) ? sessions.find(sessions.nameOf(req)).night : sessions.night;
    if (night) return night;
    throw new MockProblem('unknown-night', [{ pointer: '#', detail: 'No night plays; start one with POST.' }]);
  }
  const set = (night: NightPlayer, how: (night: NightPlayer) => void) => {
    how(night);
    return night.status();
  };
  async function changeNight(req: Request) {
    const night = nightOf(req);
    const { pause, speed, seek } = (await bodyOf(req, NightChange, 'unknown-night')) as {
      pause?: boolean;
      speed?: number;
      seek?: number | string;
    };
    if (typeof seek === 'number') night.seek(seek * 1000);
    if (typeof seek === 'string') playing(() => night.seekRound(seek), '#/seek');
    if (pause === true) night.pause();
    if (pause === false || speed !== undefined) night.play(speed);
    return night.status();
  }

  return {
    '/state': {
      GET: async (req) => ({
        session: sessions.nameOf(req),
        ...(sessions.find(sessions.nameOf(req)).state ?? { state: null }),
      }),
      PUT: async (req) => {
        const state = checkState(contractSet(), (await bodyOf(req, SessionStateBody, 'unknown-state')) as SessionState);
        const dropped = change(req, (session) => {
          session.state = state;
        });
        return { session: sessions.nameOf(req), ...state, ...dropped };
      },
      DELETE: async (req) => {
        change(req, (session) => {
          session.state = undefined;
        });
        return new ControlReply(204);
      },
    },
    '/session': {
      GET: async (req, res) => {
        await transferQueue.begin(res);
        return told(known(req));
      },
      PUT: async (req, res) => {
        await transferQueue.begin(res);
        const saved = (await bodyOf(req, SavedSessionBody, 'unknown-session')) as SavedSession;
        if (saved.state) checkState(contractSet(), saved.state);
        const dropped = change(req, (session) => restore(session, saved));
        const { votes, scorecards } = sessions.find(sessions.nameOf(req)).ballots;
        // Not the whole of it again: it is as long as what was sent.
        return { session: sessions.nameOf(req), votes: votes.size, scorecards: scorecards.size, ...dropped };
      },
      DELETE: async (req) => {
        sessions.delete(known(req).name);
        return new ControlReply(204);
      },
    },
    '/sessions': { GET: async () => sessions.names },
    '/night': {
      GET: async (req) => nightOf(req).status(),
      POST: async (req) => {
        const asked = (await bodyOf(req, NightBody, 'unknown-night')) as Partial<NightPlayer['options']>;
        const night = playing(() => new NightPlayer({ ...nightDefaults, ...asked }), '#/from');
        return new ControlReply(201, { ...night.status(), ...setNight(req, night) });
      },
      PATCH: changeNight,
      DELETE: async (req) => {
        nightOf(req);
        setNight(req, undefined);
        return new ControlReply(204);
      },
    },
    '/night/pause': { POST: async (req) => set(nightOf(req), (night) => night.pause()) },
    '/night/play': { POST: async (req) => set(nightOf(req), (night) => night.play()) },
    '/night/seek': { POST: changeNight },
    '/night/stop': {
      POST: async (req) => {
        const status = nightOf(req).status();
        setNight(req, undefined);
        return status;
      },
    },
    '/requests': {
      GET: async (req) => requestLog.entries(whose(req)),
      DELETE: async (req) => {
        requestLog.clearEntries(whose(req));
        return new ControlReply(204);
      },
    },
    '/unmatched': {
      GET: async (req) => requestLog.unmatched(whose(req)).map((one) => interactionSource(one)),
      DELETE: async (req) => {
        requestLog.clearUnmatched(whose(req));
        return new ControlReply(204);
      },
    },
  };
}

function send(res: Response, said: unknown): void {
  const { status, body } = said instanceof ControlReply ? said : new ControlReply(200, said);
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  if (body === undefined) {
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(body, null, 2));
}

/** Pages of other origins read nothing here; one of this machine's own may, such as an app under development. */
function setOrigin(req: Request, res: Response): void {
  const { origin } = req.headers;
  if (origin === undefined) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Vary', 'Origin');
}

/**
 * Answers below `/__mock`.
 *
 * @throws {MockProblem} `foreign-caller` before anything is looked at.
 * @throws {Problem} `route-not-found`, `method-not-allowed` with `Allow`, and what bodies meet.
 */
export function control(options: ControlOptions): RequestHandler {
  const known = asks(options);
  return async (req, res) => {
    res.locals.entry = {};
    // The service answers every page; that is not meant for these.
    for (const name of Object.keys(corsHeaders)) res.removeHeader(name);
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    options.access.check(req);
    setOrigin(req, res);
    const path = req.path.replace(/\/$/, '');
    const methods = Object.hasOwn(known, path) ? known[path] : undefined;
    if (!methods) {
      const detail = mustBeOneOf(
        Object.keys(known).map((one) => controlPath + one),
        'en',
      );
      throw new Problem('route-not-found', { extensions: { errors: [{ parameter: 'path', detail }] } });
    }
    const allowed = Object.keys(methods).sort().join(', ');
    if (req.method === 'OPTIONS') {
      res.setHeader('Allow', allowed);
      res.setHeader('Access-Control-Allow-Methods', allowed);
      res.setHeader('Access-Control-Allow-Headers', 'Content-Type, Mock-Session');
      send(res, new ControlReply(204));
      return;
    }
    const ask = methods[req.method === 'HEAD' ? 'GET' : req.method];
    if (!ask) throw new Problem('method-not-allowed', { headers: { Allow: allowed } });
    send(res, await ask(req, res));
  };
}
