import { parameters } from '../../expected/parameters.ts';
import { type ExpectedOperation, expectedOperations } from '../../expected/routes.ts';
import { samplePath, samplePost } from '../../fixtures/sample-requests.ts';
import { ask, expectProblem, jsonHeaders, keyOf, type Target } from './expect-reply.ts';

const posts = expectedOperations.filter(({ method }) => method === 'POST');

const needed: Readonly<Record<string, readonly string[]>> = {
  fight_vote_cast: ['round_num', 'fighter_statid', 'client_id'],
  score_round: ['event_id', 'round_num', 'fighter1_score', 'fighter2_score', 'client_id'],
  fight_metrics_update_live_event: ['sequence', 'FMLiveFeed'],
};

const say = ({ family }: ExpectedOperation, es: string, en: string) => (family === 'v3' ? es : en);

function missing(operation: ExpectedOperation) {
  const required = say(operation, 'Es obligatorio.', 'Is required.');
  const either = {
    pointer: '#',
    detail: say(
      operation,
      'Necesita exactamente uno de fight_id y fight_statid.',
      'Needs exactly one of fight_id and fight_statid.',
    ),
  };
  return [
    ...(needed[operation.name] ?? []).map((member) => ({ pointer: `#/${member}`, detail: required })),
    ...(operation.name === 'score_round' ? [either] : []),
  ];
}

const points = { es: 'Debe ser un entero de 7 a 10.', en: 'Must be an integer from 7 to 10.' };
const sequences = {
  es: 'Debe ser un entero de 1 a 9007199254740991.',
  en: 'Must be an integer from 1 to 9007199254740991.',
};

/** Values beyond the limits of a member, and the sentences about them. */
const beyond: readonly [name: string, member: string, values: unknown[], rule: { es: string; en: string }][] = [
  ...['fight_vote_cast', 'score_round'].flatMap((name): (typeof beyond)[number][] => [
    [name, 'round_num', [0, 6], parameters.round_num],
    [name, 'client_id', ['a'.repeat(15), 'a'.repeat(65), 'á'.repeat(20)], parameters.client_id],
  ]),
  ['fight_vote_cast', 'fighter_statid', [0, 2_147_483_648, 1.5], parameters.id],
  ['score_round', 'fighter2_score', [6, 11, 9.5, '10'], points],
  ['fight_metrics_update_live_event', 'sequence', [0, 2 ** 53], sequences],
];

export function describeBodies(target: Target): void {
  describe(`${target.name}: bodies`, () => {
    for (const operation of posts) {
      const path = samplePath(operation);
      const limit = operation.bodyLimit;
      const post = (headers: Record<string, string>, body?: string | Buffer) =>
        ask(target, 'POST', path, { ...keyOf(operation), ...headers }, body);
      const object = { pointer: '#', detail: say(operation, 'Debe ser un objeto.', 'Must be an object.') };

      it(`A09, A10, A11, A12, B09, K03: POST ${path} refuses unreadable bodies`, async () => {
        for (const headers of [{}, jsonHeaders, { 'Content-Type': 'text/plain' }, { 'Transfer-Encoding': 'chunked' }]) {
          expectProblem(await post(headers), 'invalid-body', { errors: [object] });
        }
        const taken = { headers: { 'accept-post': 'application/json', 'accept-encoding': 'identity' } };
        for (const headers of [
          { 'Content-Type': 'text/plain' },
          { 'Content-Type': 'application/x-www-form-urlencoded' },
          { 'Content-Type': 'application/json; charset=latin1' },
          { 'Content-Type': 'application/json, text/plain' },
          { 'Content-Type': 'multipart/form-data; boundary=a' },
          ...['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip'].map((coding) => ({
            ...jsonHeaders,
            'Content-Encoding': coding,
          })),
        ]) {
          expectProblem(await post(headers, '{}'), 'unsupported-media-type', taken);
        }
        const endless = { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' };
        expectProblem(await post(endless, Buffer.alloc(limit + 1, ' ')), 'unsupported-media-type', taken);
        expectProblem(await post(jsonHeaders, Buffer.alloc(limit + 1, ' ')), 'body-too-large');
        const chunked = { ...jsonHeaders, 'Transfer-Encoding': 'chunked' };
        expectProblem(await post(chunked, Buffer.alloc(limit + 1, ' ')), 'body-too-large');
        for (const body of [
          '{"round_num":',
          "{'a':1}",
          '\ufeff{}',
          Buffer.of(0x7b, 0xff, 0x7d),
          '['.repeat(100) + ']'.repeat(100),
          '['.repeat(limit / 2) + ']'.repeat(limit / 2),
          ...['{"a":NaN}', '{"a":1,}', '/* */{}', '{"a":01}', '{"a":"\u0001"}', ''.padEnd(3, '\0')],
        ]) {
          expectProblem(await post(jsonHeaders, body), 'malformed-json');
        }
      });

      it(`A11: POST ${path} names invalid members`, async () => {
        const other = { 'Content-Type': 'application/vnd.example+json' };
        for (const body of ['[]', 'null', '"text"', '7']) {
          expectProblem(await post(other, body), 'invalid-body', { errors: [object] });
        }
        for (const body of ['{}', `{}${' '.repeat(limit - 2)}`]) {
          expectProblem(await post(other, body), 'invalid-body', { errors: missing(operation) });
        }
        for (const coding of ['identity', 'Identity', '', ' , identity,']) {
          const answer = await post({ ...jsonHeaders, 'Content-Encoding': coding }, '{}');
          expectProblem(answer, 'invalid-body', { errors: missing(operation) });
        }
        const good = JSON.parse(samplePost(operation, 1).body);
        for (const [name, member, values, { es, en }] of beyond) {
          if (name !== operation.name) continue;
          for (const value of values) {
            const answer = await post(jsonHeaders, JSON.stringify({ ...good, [member]: value }));
            const errors = [{ pointer: `#/${member}`, detail: say(operation, es, en) }];
            expectProblem(answer, 'invalid-body', { errors });
          }
        }
      });
    }
  });
}
