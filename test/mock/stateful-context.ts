import type { StatefulContext, StatefulReply } from '../../mock/reply/reply-context.ts';
import type { Session } from '../../mock/session/sessions.ts';

/** What a stateful reply of a session is built from, in Spanish and without a night unless the test says otherwise. */
export const contextIn = (session: Session, more: Partial<StatefulContext> = {}): StatefulContext => ({
  ...{ family: 'v3', values: {}, body: undefined, session, night: undefined, contractBody: undefined },
  saveBallots: (ballots) => {
    session.ballots = ballots;
  },
  ...more,
});

export type Reply = StatefulReply | undefined;
export const bodyOf = <T>(reply: Reply) => (reply && 'body' in reply ? (reply.body as T) : undefined);
