/** What the store has published. */
const content = {
  /** The world, which an empty server publishes. */
  'the sample content is published': [],
  'there is no content': [],
  'a fighter exists': ['id'],
  'there is no such fighter': ['id'],
  'a fighter without news or media exists': ['id'],
  'an article exists': ['id'],
  'there is no such article': ['id'],
  'a media item exists': ['id'],
  'there is no such media item': ['id'],
  'a ring presenter exists': ['id'],
  'there is no such ring presenter': ['id'],
  'a translation exists': ['id'],
  'there is no such translation': ['id'],
  'an event exists': ['id'],
  'there is no such event': ['id'],
  'an event without fights or media exists': ['id'],
  'a fight exists': ['id'],
  'there is no such fight': ['id'],
  /** The set-up requests the path from the provider and puts its ETag into the request. */
  'the client holds the current representation': ['path'],
} as const;

const live = {
  /**
   * The recorded feeds of the world were received just now: its event is live, one bout is closed, one in progress; and a
   * past event has a feed.
   */
  'an event is live': ['statid'],
  'the feed of a past event was received': ['statid'],
  'no event is live': [],
  'no feed was received for the event': ['statid'],
  'no statistics were received for the bout': ['event_statid', 'statid'],
  'a snapshot was received': ['event_statid', 'sequence'],
} as const;

const voting = {
  'voting on the round is open': ['fight_id', 'round_num'],
  'voting on the round has closed': ['fight_id', 'round_num'],
  'the client has voted': ['fight_id', 'round_num', 'fighter_statid', 'client_id'],
  'the client has not voted': ['fight_id', 'client_id'],
  'clients have voted': ['fight_id', 'round_num', 'fighter1_votes', 'fighter2_votes'],
  'nobody has voted': ['fight_id'],
  'scoring of the round is open': ['fight_id', 'round_num'],
  'scoring of the round has closed': ['fight_id', 'round_num'],
  'the client has scored the round': ['fight_id', 'round_num', 'fighter1_score', 'fighter2_score', 'client_id'],
  'nobody has scored': ['event_id'],
} as const;

const outages = {
  'bodies are limited': ['bytes'],
  'the client has asked too often': [],
  'the store does not answer': [],
  /** It accepts commands and may carry them out, but its replies do not arrive. */
  'the store does not reply in time': [],
  'a stored fighter is damaged': ['id'],
  'the service is draining': [],
} as const;

/** Every provider state with its parameters, by what it is about. */
export const stateGroups = { content, live, voting, outages };

/**
 * Every provider state with its parameters. A state is a plain fact about the provider before the request.
 * `test/provider/states.ts` has the set-up of each state on a real server; without it, the code does not compile. The mock
 * accepts the same names: `Prefer: state="there is no content"`.
 */
export const states = { ...content, ...live, ...voting, ...outages } satisfies Record<string, readonly string[]>;

export type StateName = keyof typeof states;

export type StateParams<S extends StateName> = Readonly<Record<(typeof states)[S][number], string | number>>;

/** A state and its parameters: `{ name: 'a fighter exists', params: { id: 3107 } }`. */
export type State = { [S in StateName]: { name: S; params: StateParams<S> } }[StateName];

/** Builds a state; `params` only for a state with parameters. */
export function given<S extends StateName>(
  name: S,
  ...params: (typeof states)[S][number] extends never ? [] : [StateParams<S>]
): State {
  return { name, params: params[0] ?? {} } as State;
}

/** A provider state as in a request or a pact, unchecked. */
export interface GivenState {
  name: string;
  params?: Readonly<Record<string, unknown>>;
}
