import type { Request } from 'express';
import { settingsIn } from '../http/faults.ts';
import { SessionFaults } from '../session/sessions.ts';
import { type ControlOptions, type ControlRoutes, changeSession, readBody } from './control-route.ts';

/** Routes that read and set the faults of a session. */
export function faultRoutes({ sessions, faults: defaults }: ControlOptions): ControlRoutes {
  const set = (req: Request, faults: SessionFaults | undefined) =>
    changeSession(sessions, req, (session) => Object.assign(session, { faults }));
  /** The values in force. */
  function show(req: Request) {
    const { delay, jitter, faultRate, kind } = settingsIn(sessions.find(sessions.nameOf(req)).faults, defaults);
    return { delayMs: delay, jitterMs: jitter, share: faultRate, fault: kind === undefined ? null : String(kind) };
  }
  return {
    '/faults': {
      summary: 'delay, jitter and faults of the session',
      GET: show,
      PUT: async (req) => {
        const dropped = set(req, await readBody(req, SessionFaults, 'malformed-faults'));
        return { ...show(req), ...dropped };
      },
      DELETE: (req) => void set(req, undefined),
    },
  };
}
