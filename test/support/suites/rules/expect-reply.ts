import { expect } from 'chai';
import { feedKey } from '../../../../contracts/interactions/live-updates.ts';
import {
  cacheControl,
  cors,
  corsOfMock,
  type Family,
  jsonType,
  languages,
  prefixes,
  problemType,
  security,
} from '../../expected/headers.ts';
import { problems } from '../../expected/problems.ts';
import type { ExpectedOperation } from '../../expected/routes.ts';
import { type Answer, json, send } from '../../http/send.ts';

/** Who answers: the two differ in nothing that a client of the server can see. */
export interface Target {
  name: 'mock' | 'server';
  /** Where it answers; read when a test runs. */
  at: () => string;
}

export interface Reply extends Answer {
  method: string;
  /** Without the query. */
  path: string;
  of: Target['name'];
}

export async function ask(
  target: Target,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Reply> {
  const answer = await send(target.at(), method, path, headers, body);
  return { ...answer, method, path: path.replace(/\?.*/, ''), of: target.name };
}

export const jsonHeaders = { 'Content-Type': 'application/json' };

export const keyOf = ({ needsFeedKey }: ExpectedOperation): Record<string, string> =>
  needsFeedKey ? { Authorization: `Bearer ${feedKey}` } : {};

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

export const familyOf = (path: string): Family | undefined =>
  (['v3', 'v1'] as const).find((family) => `${path}/`.startsWith(`${prefixes[family]}/`));

/** Headers of the connection, and those by which the mock names its contract. */
const besides = {
  server: ['date', 'connection', 'keep-alive'],
  mock: ['date', 'connection', 'keep-alive', 'contract-id', 'contract-state', 'contract-match', 'contract-nearest'],
};

/** Headers that every answer of a path has: security, language, and CORS for a read; on the mock for a POST too. */
export const commonHeaders = ({ method, path, of }: Pick<Reply, 'method' | 'path' | 'of'>) => ({
  ...security,
  'content-language': languages[familyOf(path) ?? 'v1'],
  ...(of === 'server' && isRead(method) && cors),
  ...(of === 'mock' && (isRead(method) || method === 'POST') && corsOfMock),
});

export function expectHeaders(answer: Reply, headers: Readonly<Record<string, string | undefined>>): void {
  const own = Object.entries(answer.headers).filter(([name]) => !besides[answer.of].includes(name));
  expect(Object.fromEntries(own), `headers of ${answer.method} ${answer.path}`).to.deep.equal({ ...headers });
}

export const successHeaders = (answer: Reply, { cache, stream, isConditional }: ExpectedOperation) => ({
  ...commonHeaders(answer),
  'content-type': jsonType,
  'content-length': answer.method === 'HEAD' ? answer.headers['content-length'] : String(answer.body.length),
  'cache-control': cacheControl[cache],
  vary: stream ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
  ...(isConditional && { etag: answer.headers.etag }),
});

interface ExpectedDetails {
  /** Headers besides those of every problem. */
  headers?: Readonly<Record<string, string>>;
  cacheControl?: string;
  /** In a 400 or 422, what is wrong. */
  errors?: readonly object[];
  extensions?: object;
}

const newRequestId = /^[0-9a-f]{32}$/;

/** Checks that an answer is this problem in the language of its path: every member and every header. */
export function expectProblem(
  answer: Reply,
  key: string,
  { headers = {}, cacheControl: caching = 'no-store', errors, extensions }: ExpectedDetails = {},
): void {
  const what = `${answer.method} ${answer.path}`;
  const known = problems[key];
  if (!known) throw new Error(`${key} is no problem of the wire specification`);
  const [title, detail] = known[familyOf(answer.path) === 'v3' ? 'es' : 'en'];
  expect(answer.status, what).to.equal(known.status);
  const body = json(answer);
  // The mock adds which contract is closest to a request that none covers.
  const said = answer.of === 'mock' && String(body.detail).startsWith(`${detail} `) ? { ...body, detail } : body;
  expect(said, what).to.deep.equal({
    ...{ type: `urn:problem-type:${key}`, title, status: known.status, detail, instance: answer.path },
    ...(errors && { errors }),
    ...extensions,
  });
  const requestId = answer.headers['x-request-id'];
  expect(requestId, `X-Request-Id of ${what}`).to.match(newRequestId);
  expectHeaders(answer, {
    ...commonHeaders(answer),
    'x-request-id': requestId,
    'content-type': problemType,
    'content-length': String(answer.body.length),
    'cache-control': caching,
    ...headers,
  });
}
