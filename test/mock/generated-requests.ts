import fc, { type Arbitrary } from 'fast-check';
import { cursorOf } from '../../contracts/http/cursors.ts';
import { feedKey, snapshotOf, wrongFeedKey } from '../../contracts/interactions/live-updates.ts';
import { type Operation, operations } from '../../contracts/operations.ts';
import { ids } from '../../contracts/world/index.ts';
import { prefixes } from '../support/expected/headers.ts';

export interface GeneratedRequest {
  method: string;
  /** With its query, sent as it stands. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const often = <T>(weight: number, arbitrary: Arbitrary<T>) => ({ weight, arbitrary });

const worldIds: Record<string, readonly (string | number)[]> = {
  news: [ids.article, ids.articleWithoutMedia],
  article: [ids.article, ids.articleWithoutMedia],
  media_item: [ids.photoGallery, ids.embeddedVideo],
  fighter: [ids.champion, ids.fighterWithoutNews, ids.formerChampion],
  octagon_girl: [ids.ringPresenter, ids.ringPresenterWithoutGallery],
  translations: [ids.translation, ids.numericTranslation, 'labels', ids.unknownTranslation],
  fight_metrics_live_event: [ids.liveEventStatid, ids.pastEventStatid, -1],
  event: [ids.liveEvent, ids.pastEvent, ids.upcomingEvent],
  fight: [ids.fightInProgress, ids.closedFight, ids.upcomingFight, ids.fightWithoutStatid, ids.pastFight],
};

const odd = fc.constantFrom(
  ...['0', '-1', '01', '1.0', '1e1', '2147483648', 'abc', '', '..', '%2e', '%2F', '%00', '*', '__proto__', '7001.0'],
  ...[
    ':7001',
    '::7001',
    'TITLE_HOLDERS',
    'title_holders',
    'round_scoring',
    'stats',
    '%37001',
    '7001;x',
    'ñ',
    '7001,7000',
  ],
);
const unknown = fc.constantFrom('1', '5', '2147483647', '99999');

const statids = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid, ids.championStatid];
const clients = [ids.clientId, ids.otherClientId, 'differential-client-01', 'differential-client-02'];

function segmentOf({ name }: Operation, parameter: string): Arbitrary<string> {
  const known: Record<string, readonly (string | number)[]> = {
    event_id: worldIds.event ?? [],
    fighter_id: worldIds.fighter ?? [],
    id: worldIds[name] ?? (name.startsWith('fight_vote') ? worldIds.fight : worldIds.event) ?? [],
    round_num: [1, 2, 3, 5],
    fighter_statid: statids,
    client_id: clients,
    weight_class: ['lw', 'LW', 'all', 'ww', 'xx'],
    born_country: ['PER', 'per', 'all', 'USA', 'ZZZ'],
  };
  return fc.oneof(
    often(16, fc.constantFrom(...(known[parameter] ?? []).map(String))),
    often(2, unknown),
    often(2, odd),
    often(1, fc.constant(':')),
  );
}

/** Variants of a path that are the same path, another path, or no path. */
const spell = fc.oneof(
  often(
    12,
    fc.constant((path: string) => path),
  ),
  ...[
    (path: string) => `${path}/`,
    (path: string) => `${path}.json`,
    (path: string) => `${path}.json/`,
    (path: string) => `${path}//`,
    (path: string) => `${path}.JSON`,
    (path: string) => `/${path}`,
    (path: string) => path.replace('/api/', '/API/'),
    (path: string) => path.replace('mobile', 'Mobile'),
    (path: string) => path.replace('/events', '/%65vents'),
    (path: string) => path.replace('/fighters', '/Fighters'),
    (path: string) => path.replace(/\/(\d+)/, '/:$1'),
    (path: string) => path.replace(/\/[^/]*$/, ''),
    (path: string) => `${path}/more`,
    (path: string) => path.replace(/\/([^/]*)$/, '/./$1'),
    (path: string) => `${path};v=1`,
    (path: string) => path.replace('/api/v3/mobile', '/api/v3/us'),
    (path: string) => path.replace('/api/v1/us', '/api/v3/mobile'),
    (path: string) => path.replace('/api/v3/mobile', '/api/v1/us'),
    (path: string) => `http://elsewhere.example${path}`,
  ].map((change) => often(1, fc.constant(change))),
);

const pairs = fc.oneof(
  fc.constantFrom(
    ...['limit=1', 'limit=2', 'limit=500', 'limit=0', 'limit=501', 'limit=x', 'limit=', 'limit=1&limit=2', 'limit=%31'],
    ...['cursor=', 'cursor=!', `cursor=${cursorOf('2031-04-05T00:00:00Z')}`, `cursor=${cursorOf('m')}`, 'cursor=YQ==='],
    ...[`fight=${ids.fightInProgressStatid}`, `fight=${ids.upcomingFightStatid}`, 'fight=-1', 'fight=0', 'fight=5'],
    ...['page=2', 'LIMIT=1', 'id[]=7', '__proto__=x', '%=1', '?', 'limit', '&&'],
  ),
);
const query = fc.oneof(
  often(3, fc.constant('')),
  often(
    2,
    fc.array(pairs, { minLength: 1, maxLength: 2 }).map((all) => `?${all.join('&')}`),
  ),
);

const accept = fc.constantFrom(
  ...['*/*', 'application/json', 'application/*', 'text/html', 'text/html, image/gif, image/jpeg, */*; q=0.2'],
  ...[
    'application/json;q=0',
    'image/*, text/*',
    'APPLICATION/JSON',
    'application/problem+json',
    '',
    ';',
    'text/csv;q=0.9, */*;q=0',
  ],
);
const authorization = fc.constantFrom(
  ...[
    `Bearer ${feedKey}`,
    `Bearer ${feedKey}`,
    `Bearer ${feedKey}`,
    `Bearer ${wrongFeedKey}`,
    'Bearer any-other-key-0123456789',
    'Bearer',
    'Basic abc',
    `bearer ${feedKey}`,
  ],
);
const contentType = fc.oneof(
  often(24, fc.constant('application/json')),
  often(
    3,
    fc.constantFrom(
      ...['application/json; charset=utf-8', 'application/json;charset=latin1', 'text/plain', 'application/vnd.x+json'],
      ...['Application/JSON', 'application/x-www-form-urlencoded', 'json', ''],
    ),
  ),
);

const mixed = (members: Record<string, Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });
const number = (...known: number[]) =>
  fc.oneof(often(8, fc.constantFrom(...known)), often(1, fc.constantFrom('1', null, 1.5, -1, 0)));
const client = fc.oneof(often(8, fc.constantFrom(...clients)), often(1, fc.constantFrom('short', '', 7)));

const votes = fc.record({
  round_num: number(1, 2, 2, 3, 5),
  fighter_statid: number(...statids),
  client_id: client,
});
const scorecards = fc.oneof(
  ...['fight_id', 'fight_statid'].map((name) =>
    fc.record({
      event_id: number(ids.liveEvent, ids.pastEvent, 5),
      [name]:
        name === 'fight_id' ? number(ids.fightInProgress, ids.closedFight, 5) : number(ids.fightInProgressStatid, 5),
      round_num: number(1, 2, 2, 5),
      fighter1_score: number(10, 9, 7),
      fighter2_score: number(10, 8),
      client_id: client,
    }),
  ),
);
const updates = fc.integer({ min: 1, max: 3 }).map((sequence) => snapshotOf(820, sequence));

function bodyOf({ name }: Operation): Arbitrary<string> {
  const whole: Arbitrary<unknown> = name === 'score_round' ? scorecards : name === 'fight_vote_cast' ? votes : updates;
  return fc.oneof(
    often(
      24,
      whole.map((value) => JSON.stringify(value)),
    ),
    often(
      1,
      mixed({ round_num: number(1, 2), client_id: client, more: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    ),
    often(
      2,
      fc.constantFrom('', '{', 'null', '[]', '"text"', '7', '{}', '\ufeff{}', "{'a':1}", `{}${' '.repeat(17_000)}`),
    ),
    often(1, fc.json({ maxDepth: 2 })),
  );
}

function headersOf(operation: Operation, isPost: boolean): Arbitrary<Record<string, string>> {
  const needsFeedKey = operation.name === 'fight_metrics_update_live_event';
  const maybe = (weight: number, value: Arbitrary<string>) =>
    fc.oneof(often(10 - weight, fc.constant(undefined)), often(weight, value));
  return fc
    .record({
      Accept: maybe(3, accept),
      'If-None-Match': maybe(1, fc.constantFrom('*', '"x"', 'W/"x"', '"x", *')),
      Authorization: needsFeedKey ? maybe(8, authorization) : maybe(1, authorization),
      'Content-Type': isPost ? maybe(9, contentType) : maybe(1, contentType),
    })
    .map((headers) =>
      Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}

const methodOf = ({ method }: Operation) =>
  fc.oneof(
    often(14, fc.constant(method as string)),
    often(3, fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE')),
  );

function requestOf(operation: Operation): Arbitrary<GeneratedRequest> {
  const names = [...operation.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name);
  return fc
    .tuple(fc.tuple(...names.map((name) => segmentOf(operation, name))), spell, query, methodOf(operation))
    .chain(([values, spelled, search, method]) => {
      let index = 0;
      const path = spelled(operation.path.replace(/:([a-z_]+)/g, () => values[index++] ?? '')) + search;
      const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && operation.method === 'POST';
      return fc
        .tuple(headersOf(operation, hasBody), hasBody ? bodyOf(operation) : fc.constant(undefined))
        .map(([headers, body]) => ({ method, path: encode(path), headers, ...(body !== undefined && { body }) }));
    });
}

/** Text that is not allowed in a request line. */
const encode = (path: string) => path.replace(/[^\x21-\x7e]/g, (one) => encodeURIComponent(one));

const stray = fc
  .tuple(
    fc.constantFrom('', '/', '/api', '/api/v3', '/api/v2/us', '/favicon.ico', ...Object.values(prefixes)),
    fc.string({ maxLength: 12 }),
  )
  .map(([start, rest]): GeneratedRequest => ({ method: 'GET', path: encode(`${start}/${rest}`), headers: {} }));

/** Requests to every operation: valid and invalid, in every path variant, with every method. */
export const requests: Arbitrary<GeneratedRequest> = fc.oneof(
  often(20, fc.constantFrom(...operations).chain(requestOf)),
  often(6, fc.constantFrom(...operations.filter(({ method }) => method === 'POST')).chain(requestOf)),
  often(1, stray),
);
