import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readRequest } from '../../common/wire/request-context.ts';
import { cors, corsOfMock, preflightHeaders } from '../support/expected/headers.ts';
import type { GeneratedRequest } from '../support/fixtures/generated-requests.ts';
import { type Difference, differencesOf } from '../support/http/deep-differences.ts';
import type { Answer } from '../support/http/send.ts';

/** The answers of both to one request. */
export interface Answers {
  request: GeneratedRequest;
  /** Links to the own host in an answer begin with its base. */
  mock: { answer: Answer; base: string };
  server: { answer: Answer; base: string };
}

/** What may differ between the answers, and why. A difference has the value of the server as the expected one. */
export interface Explanation {
  /** A sentence; `guide` if the guide to the mock says the same in these words. */
  why: string;
  isInGuide?: true;
  /** Some runs may not need it. */
  isRare?: true;
  /** One place, or names of headers. */
  paths: readonly string[];
  is(server: unknown, mock: unknown, answers: Answers): boolean;
}

const exposed = 'access-control-expose-headers';

const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (server: unknown, mock: unknown) => isText(server) && isText(mock);
const bothFit = (form: RegExp) => (server: unknown, mock: unknown) =>
  isText(server) && isText(mock) && form.test(server) && form.test(mock);
const onlyOnMock = (server: unknown, mock: unknown) => server === undefined && isText(mock);

const moment = bothFit(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** Whether a feed was posted, and both took it for one: the mock keeps none. */
const isUpdate = ({ request: { method, path }, mock, server }: Answers) =>
  readRequest(method, path).operation?.name === 'fight_metrics_update_live_event' &&
  mock.answer.status === 200 &&
  server.answer.status === 200;

export const explanations: readonly Explanation[] = [
  {
    why: 'The date is that of the answer, and a second may pass between both',
    isRare: true,
    paths: ['header date'],
    is: areTexts,
  },
  {
    why: 'Every reply of a contract has `Contract-Id`',
    isInGuide: true,
    paths: ['header contract-id', 'header contract-match', 'header contract-state', 'header contract-nearest'],
    is: onlyOnMock,
  },
  {
    why: 'Its `detail` and the header `Contract-Nearest` name the closest contract',
    isInGuide: true,
    paths: ['$.detail'],
    is: (server, mock) => /^ (No contract covers|Ningún contrato cubre) /.test(rest(mock, server)),
  },
  {
    why: 'Pages of any site may send a POST to the mock, and read which contract answered',
    isInGuide: true,
    paths: ['header access-control-allow-origin', 'header access-control-allow-methods'],
    is: (server, mock, { request: { method } }) =>
      server === undefined && (mock === '*' || (mock === 'POST' && method === 'OPTIONS')),
  },
  {
    why: 'Pages may send and read the headers of the mock too',
    paths: ['header access-control-allow-headers', 'header access-control-expose-headers'],
    is: (server, mock) =>
      ((server === undefined || server === preflightHeaders.server) && mock === preflightHeaders.mock) ||
      ((server === undefined || server === cors[exposed]) && mock === corsOfMock[exposed]),
  },
  {
    why: 'The mock answers at the moment of the recorded feed',
    paths: ['$.time', '$.created', '$.closed_at'],
    is: moment,
  },
  {
    why: 'Each request that names no id gets one of its own',
    paths: ['header x-request-id'],
    is: bothFit(/^[0-9a-f]{32}$/),
  },
  {
    why: 'A period of ten seconds may end between both answers',
    isRare: true,
    paths: ['header ratelimit'],
    is: bothFit(/^"votes";r=\d+;t=([1-9]|10)$/),
  },
  {
    why: 'Clients come back after different times',
    isRare: true,
    paths: ['header retry-after'],
    is: bothFit(/^([1-9]|1\d)$/),
  },
  {
    why: 'An update posted to the mock changes nothing',
    isInGuide: true,
    paths: ['$.sequence', '$.version', '$.applied', '$.reason'],
    is: (_, __, answers) => isUpdate(answers),
  },
];

const rest = (longer: unknown, start: unknown) =>
  String(longer).startsWith(String(start)) ? String(longer).slice(String(start).length) : '';

/** These follow from the bytes of the body, in which each names itself in links. */
const ofTheBytes = ['header etag', 'header content-length'];

/** Whether the bytes differ, or were not sent: the values in the bodies are compared anyway. */
function bytesMayDiffer({ request, mock, server }: Answers): boolean {
  const { body } = server.answer;
  return request.method === 'HEAD' || server.answer.status === 304 || !body.equals(mock.answer.body);
}

function decoded({ headers: { 'content-encoding': coding }, body }: Answer): Buffer {
  if (coding === undefined || body.length === 0) return body;
  return coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

function comparable({ answer, base }: Answers['mock']) {
  const plain = (text: string) => text.replaceAll(base, 'https://api.example.com');
  const text = plain(decoded(answer).toString());
  const isJson = /json/.test(answer.headers['content-type'] ?? '') && text !== '';
  return {
    status: answer.status,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, plain(String(value))] as const),
    body: isJson ? JSON.parse(text) : text,
  };
}

/** Every difference between two answers, explained or not: of the status, each header, and each value of the body. */
function allDifferences({ mock, server }: Answers): Difference[] {
  const [got, expected] = [comparable(mock), comparable(server)];
  const [headers, others] = [Object.fromEntries(expected.headers), Object.fromEntries(got.headers)];
  return [
    ...differencesOf(expected.status, got.status, 'status'),
    ...[...new Set([...Object.keys(headers), ...Object.keys(others)])].flatMap((name) =>
      differencesOf(headers[name], others[name], `header ${name}`),
    ),
    ...differencesOf(expected.body, got.body),
  ];
}

/** The differences between two answers that nothing explains; `onExplained` gets the explanations of the others. */
export function unexplainedDifferences(
  answers: Answers,
  onExplained: (explanation: Explanation) => void = () => undefined,
): Difference[] {
  const differences = allDifferences(answers);
  const left = differences.filter(({ path, expected, got }) => {
    const found = explanations.find((one) => one.paths.includes(path) && one.is(expected, got, answers));
    if (found) onExplained(found);
    return !found;
  });
  const mayDiffer = bytesMayDiffer(answers);
  return left.filter(({ path, expected, got }) => !(mayDiffer && ofTheBytes.includes(path) && areTexts(expected, got)));
}
