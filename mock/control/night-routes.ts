import type { Request } from 'express';
import { type Static, Type } from '../../contracts/schemas/type.ts';
import { createNight, NoSuchRound } from '../../contracts/world/night/night.ts';
import { MockProblem } from '../contracts/problems.ts';
import { NightPlayer } from '../night/night.ts';
import { timelineOf } from '../night/timeline.ts';
import { type ControlOptions, type ControlRoutes, changeSession, readBody } from './control-route.ts';

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

/** Of the night that POST starts by default; it takes a tenth of a second. */
let defaultTimeline: ReturnType<typeof timelineOf> | undefined;

/** Routes that start, change and stop a fight night. */
export function nightRoutes({ sessions, move }: ControlOptions): ControlRoutes {
  /** Without a session name, sets the night that all sessions without their own share. */
  function setNight(req: Request, night: NightPlayer | undefined) {
    if (sessions.isNamed(req)) return changeSession(sessions, req, { night });
    sessions.night = night;
    return {};
  }
  /** @throws {MockProblem} `unknown-night` if the session has no night, or, without a session name, no night is shared. */
  function requireNight(req: Request): NightPlayer {
    const night = sessions.isNamed(req) ? sessions.find(sessions.nameOf(req)).night : sessions.night;
    if (night) return night;
    const found = sessions.night ? 'this session has no fight night of its own' : 'no fight night is running';
    throw new MockProblem('unknown-night', [{ pointer: '#', detail: `${found}; start one with POST /__mock/night` }]);
  }
  function apply(night: NightPlayer, { pause, speed, seek }: Static<typeof NightChangeBody>) {
    if (typeof seek === 'number') night.seek(seek * 1000);
    if (typeof seek === 'string') withRound('#/seek', () => night.seekRound(seek));
    if (speed !== undefined) night.setSpeed(speed);
    if (pause !== undefined) night.setPaused(pause);
    return night.status(move?.ms);
  }
  const change = async (req: Request) =>
    apply(requireNight(req), await readBody(req, NightChangeBody, 'unknown-night'));
  /** @returns where the night was stopped. */
  function stop(req: Request) {
    const status = requireNight(req).status(move?.ms);
    setNight(req, undefined);
    return { ...status, ...stopped, open: [] };
  }
  return {
    '/night': {
      summary: 'the fight night',
      GET: (req) => sessions.nightOf(sessions.find(sessions.nameOf(req)))?.status(move?.ms) ?? stopped,
      POST: async (req, res) => {
        const body = await readBody(req, NightBody, 'unknown-night');
        const night = withRound('#/from', () => new NightPlayer({ ...nightDefaults, ...body }));
        res.statusCode = 201;
        return { ...night.status(move?.ms), ...setNight(req, night) };
      },
      PATCH: change,
      DELETE: (req) => void stop(req),
    },
    '/night/timeline': {
      summary: 'the fights and rounds of the fight night; without one, of the night that starts by default',
      GET: (req) => {
        const player = sessions.nightOf(sessions.find(sessions.nameOf(req)));
        if (player) return timelineOf(player.night);
        defaultTimeline ??= timelineOf(createNight({ seed: nightDefaults.seed }));
        return defaultTimeline;
      },
    },
    '/night/pause': { summary: 'pauses the fight night', POST: (req) => apply(requireNight(req), { pause: true }) },
    '/night/play': { summary: 'continues the fight night', POST: (req) => apply(requireNight(req), { pause: false }) },
    '/night/seek': { summary: 'moves the fight night to a round or a second', POST: change },
    '/night/stop': { summary: 'stops the fight night', POST: stop },
  };
}
