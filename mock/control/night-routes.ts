import type { Request } from 'express';
import { Type } from '../../contracts/schemas/type.ts';
import { MockProblem } from '../contracts/problems.ts';
import { type NightOptions, NightPlayer, NoSuchRound } from '../night/night.ts';
import type { Sessions } from '../session/sessions.ts';
import { type ControlOptions, ControlReply, type ControlRoutes, readBody } from './control-route.ts';
import { changeSession } from './session-routes.ts';

const NightBody = Type.Object(
  {
    speed: Type.Optional(Type.Number({ minimum: 0.1, maximum: 3_600 })),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_294_967_295 })),
    from: Type.Optional(Type.String()),
    voters: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  { additionalProperties: false },
);

const NightChangeBody = Type.Object(
  {
    pause: Type.Optional(Type.Boolean()),
    speed: NightBody.properties.speed,
    /** Seconds of the night, or a round as in `from`. */
    seek: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.String()])),
  },
  { additionalProperties: false },
);

/** The status where no night is running. */
const stopped = { state: 'stopped' } as const;

const nightDefaults = { speed: 60, seed: 1, voters: 500 };

/** @throws {MockProblem} `unknown-night` at `pointer` when the night has no such round. */
function withRound<T>(pointer: string, play: () => T): T {
  try {
    return play();
  } catch (error) {
    if (!(error instanceof NoSuchRound)) throw error;
    throw new MockProblem('unknown-night', [{ pointer, detail: error.message }]);
  }
}

/** Without a session name, sets the night that all sessions without their own share. */
function setNight(sessions: Sessions, req: Request, night: NightPlayer | undefined) {
  if (sessions.isNamed(req)) return changeSession(sessions, req, (session) => Object.assign(session, { night }));
  sessions.night = night;
  return {};
}

/** @throws {MockProblem} `unknown-night` when the session has no night of its own, or, without a name, none is shared. */
function requireNight(sessions: Sessions, req: Request): NightPlayer {
  const night = sessions.isNamed(req) ? sessions.find(sessions.nameOf(req)).night : sessions.night;
  if (night) return night;
  const found = sessions.night ? 'This session has no fight night of its own' : 'No fight night is running';
  throw new MockProblem('unknown-night', [{ pointer: '#', detail: `${found}; start one with POST /__mock/night.` }]);
}

async function changeNight(night: NightPlayer, req: Request) {
  const { pause, speed, seek } = (await readBody(req, NightChangeBody, 'unknown-night')) as {
    pause?: boolean;
    speed?: number;
    seek?: number | string;
  };
  if (typeof seek === 'number') night.seek(seek * 1000);
  if (typeof seek === 'string') withRound('#/seek', () => night.seekRound(seek));
  if (speed !== undefined) night.setSpeed(speed);
  if (pause === true) night.pause();
  if (pause === false) night.play();
  return night.status();
}

/** Routes that start, change and stop a fight night. */
export function nightRoutes({ sessions }: ControlOptions): ControlRoutes {
  const find = (req: Request) => requireNight(sessions, req);
  const change = async (req: Request) => changeNight(find(req), req);
  /** @returns where the night was stopped. */
  const stop = (req: Request) => {
    const status = find(req).status();
    setNight(sessions, req, undefined);
    return { ...status, ...stopped, open: [] };
  };
  return {
    '/night': {
      GET: async (req) => sessions.nightOf(sessions.find(sessions.nameOf(req)))?.status() ?? stopped,
      POST: async (req) => {
        const body = (await readBody(req, NightBody, 'unknown-night')) as Partial<NightOptions>;
        const night = withRound('#/from', () => new NightPlayer({ ...nightDefaults, ...body }));
        return new ControlReply(201, { ...night.status(), ...setNight(sessions, req, night) });
      },
      PATCH: change,
      DELETE: async (req) => {
        stop(req);
        return new ControlReply(204);
      },
    },
    '/night/pause': {
      POST: async (req) => {
        const night = find(req);
        night.pause();
        return night.status();
      },
    },
    '/night/play': {
      POST: async (req) => {
        const night = find(req);
        night.play();
        return night.status();
      },
    },
    '/night/seek': { POST: change },
    '/night/stop': { POST: async (req) => stop(req) },
  };
}
