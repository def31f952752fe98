import type { Request, RequestHandler, Response } from 'express';
import { type TSchema, Type } from 'typebox';
import { readJson } from '../contracts/body.ts';
import { Problem } from '../contracts/problem.ts';
import { mismatches, mustBeOneOf } from '../contracts/validation.ts';
import { isInState } from './answer.ts';
import type { MockOptions } from './app.ts';
import { interactionText } from './interaction-text.ts';
import { NightPlayer, NoSuchRound } from './live/night.ts';
import { MockProblem, type MockProblemKey } from './problem.ts';
import {
  restore,
  type SavedSession,
  SavedSessionBody,
  type Session,
  type SessionState,
  SessionStateBody,
  save,
} from './sessions.ts';

/** Below it the mock itself is asked and told things; no path of the service begins so. */
export const controlPath = '/__mock';

/** A session with a thousand ballots has about 150 kB. */
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
export function checkState({ contracts }: ReturnType<MockOptions['engine']>, state: SessionState): SessionState {
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

type Ask = (req: Request) => Promise<unknown>;

/** A reply of the mock about itself that is not 200. */
class Saying {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** What can be asked below `/__mock`, by path and method. */
function asks({ engine, sessions, journal, kept }: MockOptions): Record<string, Record<string, Ask>> {
  /** @throws {MockProblem} `unknown-session` for a name that nothing was done under. */
  function known(req: Request): Session {
    const name = sessions.nameOf(req);
    if (sessions.isNamed(req) && !sessions.has(name)) {
      const detail = sessions.names.length > 0 ? mustBeOneOf(sessions.names, 'en') : 'There are no sessions.';
      throw new MockProblem('unknown-session', [{ parameter: 'Mock-Session', detail }]);
    }
    return sessions.find(name);
  }
  const told = (session: Session) => ({ session: session.name, ...save(session) });

  /** A night without a session of its own is everybody's. */
  const holder = (req: Request): { night: NightPlayer | undefined } =>
    sessions.isNamed(req) ? sessions.open(sessions.nameOf(req)) : sessions;
  function nightOf(req: Request): NightPlayer {
    const night = sessions.isNamed(req) ? sessions.find(sessions.nameOf(req)).night : sessions.night;
    if (night) return night;
    throw new MockProblem('unknown-night', [{ pointer: '#', detail: 'No night plays; start one with POST.' }]);
  }
  const set = (night: NightPlayer, how: (night: NightPlayer) => void) => {
    how(night);
    return night.status();
  };
  async function change(req: Request) {
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
        const state = checkState(engine(), (await bodyOf(req, SessionStateBody, 'unknown-state')) as SessionState);
        const session = sessions.open(sessions.nameOf(req));
        session.state = state;
        return { session: session.name, ...state };
      },
      DELETE: async (req) => {
        sessions.open(sessions.nameOf(req)).state = undefined;
        return new Saying(204);
      },
    },
    '/session': {
      GET: async (req) => told(known(req)),
      PUT: async (req) => {
        const saved = (await bodyOf(req, SavedSessionBody, 'unknown-session')) as SavedSession;
        if (saved.state) checkState(engine(), saved.state);
        const session = sessions.open(sessions.nameOf(req));
        restore(session, saved);
        return told(session);
      },
      DELETE: async (req) => {
        sessions.delete(known(req).name);
        return new Saying(204);
      },
    },
    '/sessions': { GET: async () => sessions.names },
    '/night': {
      GET: async (req) => nightOf(req).status(),
      POST: async (req) => {
        const asked = (await bodyOf(req, NightBody, 'unknown-night')) as Partial<NightPlayer['options']>;
        const night = playing(() => new NightPlayer({ ...nightDefaults, ...asked }), '#/from');
        holder(req).night = night;
        return new Saying(201, night.status());
      },
      PATCH: change,
      DELETE: async (req) => {
        nightOf(req);
        holder(req).night = undefined;
        return new Saying(204);
      },
    },
    '/night/pause': { POST: async (req) => set(nightOf(req), (night) => night.pause()) },
    '/night/play': { POST: async (req) => set(nightOf(req), (night) => night.play()) },
    '/night/seek': { POST: change },
    '/night/stop': {
      POST: async (req) => {
        const status = nightOf(req).status();
        holder(req).night = undefined;
        return status;
      },
    },
    '/requests': {
      GET: async () => journal.entries,
      DELETE: async () => {
        journal.clear();
        kept.clear();
        return new Saying(204);
      },
    },
    '/unmatched': { GET: async () => journal.unmatched.map((one) => ({ ...interactionText(one) })) },
  };
}

function send(res: Response, said: unknown): void {
  const { status, body } = said instanceof Saying ? said : new Saying(200, said);
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  if (body === undefined) {
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(body, null, 2));
}

/** @throws {Problem} `route-not-found`, `method-not-allowed` with `Allow`. */
export function control(options: MockOptions): RequestHandler {
  const known = asks(options);
  return async (req, res) => {
    res.locals.entry = {};
    const path = req.path.replace(/\/$/, '');
    const methods = Object.hasOwn(known, path) ? known[path] : undefined;
    if (!methods) {
      const detail = mustBeOneOf(
        Object.keys(known).map((one) => controlPath + one),
        'en',
      );
      throw new Problem('route-not-found', { extensions: { errors: [{ parameter: 'path', detail }] } });
    }
    const ask = methods[req.method === 'HEAD' ? 'GET' : req.method];
    if (!ask) {
      throw new Problem('method-not-allowed', { headers: { Allow: Object.keys(methods).sort().join(', ') } });
    }
    send(res, await ask(req));
  };
}
