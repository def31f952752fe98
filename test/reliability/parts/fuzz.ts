import fc from 'fast-check';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { digestOf } from '../../../server/config.ts';
import { askAll } from '../../peers/ask-all.ts';
import { createDocumentJudge, readDescribed } from '../../peers/document-judge.ts';
import { type GeneratedRequest, requests } from '../../support/fixtures/generated-requests.ts';
import { preload } from '../../support/server/preload.ts';
import { startServerProcess } from '../../support/server/server-process.ts';
import { formatCount, type Part, type PartOptions, type Shown, sentencesOf } from './part.ts';

/** What was answered to generated requests. */
export interface Fuzzed {
  sent: number;
  answered: number;
  /** Answers 500 and above. */
  failed: number;
  /** What the document does not describe, a sentence each. */
  found: string[];
  /** Different statuses. */
  statuses: number[];
}

const sizeOfBatch = 2_000;

/** Generated requests, the same for the same seed, made in batches: all at once would take gigabytes. */
function* generate(count: number, seed: number, onBatch: (made: number) => void): Generator<GeneratedRequest> {
  for (let made = 0; made < count; made += sizeOfBatch) {
    onBatch(made);
    yield* fc.sample(requests, { numRuns: Math.min(sizeOfBatch, count - made), seed: seed + made });
  }
}

const seed = 23;

async function fuzz({ count, progress }: PartOptions, env: Record<string, string> = {}): Promise<Fuzzed> {
  const server = startServerProcess({
    FEED_KEYS: `feed:${digestOf(feedKey).toString('hex')}`,
    ...{ RATE_WRITES: '0', RATE_MISSES: '0', NEW_CLIENTS_PER_MINUTE: '0', LOG_LEVEL: 'error' },
    ...env,
  });
  try {
    const judge = createDocumentJudge(readDescribed());
    const url = await server.ready;
    const all = generate(count, seed, (made) => progress(`${formatCount(made)} of ${formatCount(count)} requests`));
    const { statuses, found } = await askAll(url, all, judge);
    const times = [...statuses];
    const sumOf = (rows: typeof times) => rows.reduce((sum, [, number]) => sum + number, 0);
    return {
      ...{ sent: count, answered: sumOf(times), found, statuses: times.map(([status]) => status).sort() },
      failed: sumOf(times.filter(([status]) => status >= 500)),
    };
  } finally {
    await server.close();
  }
}

/** A server that answers 500 where it should answer 406, and calls one JSON in eight a text. */
const strays = preload(`
  import http from 'node:http';
  const { writeHead } = http.ServerResponse.prototype;
  let replies = 0;
  http.ServerResponse.prototype.writeHead = function (status, ...rest) {
    replies++;
    const changed = rest.map((part) => Array.isArray(part) && replies % 8 === 0
      ? part.map((text) => String(text).replace('application/json', 'text/plain')) : part);
    return writeHead.call(this, status === 406 ? 500 : status, ...changed);
  };`);

/** Of all requests that a client can send. */
const leastAnswered = 0.98;
const statusesOfRules = [200, 201, 204, 400, 401, 404, 405, 406, 409, 415, 422];

export function judgeFuzz(own: Fuzzed, control: Fuzzed): Shown {
  const { sent, answered, failed, found, statuses } = own;
  const absent = statusesOfRules.filter((status) => !statuses.includes(status));
  return {
    figure: `${formatCount(sent)} requests, ${formatCount(answered)} answered: ${formatCount(failed)} × 5xx, ${formatCount(found.length)} answers that the document does not describe; statuses ${statuses.join(', ')}`,
    control: `a server that answers 500 instead of 406 and sends some JSON as text, ${formatCount(control.sent)} requests: ${formatCount(control.failed)} × 5xx, ${formatCount(control.found.length)} answers that the document does not describe`,
    faults: sentencesOf(
      [failed > 0, `${failed} answers are 5xx.`],
      [found.length > 0, `${found.length} answers contradict the document, such as ${found.slice(0, 3).join('; ')}.`],
      [answered < leastAnswered * sent, `Only ${answered} of ${sent} requests were answered.`],
      [absent.length > 0, `No answer is ${absent.join(', ')}: the requests reach too little.`],
      [control.failed === 0, 'In the control no answer is 5xx: one would not be noticed.'],
      [control.found.length <= control.failed, 'In the control no wrong content type was found.'],
    ),
  };
}

export const fuzzing: Part = {
  ...{ name: 'fuzz', unit: 'generated requests', count: 200_000 },
  claim: 'No generated request is answered 5xx, and ajv finds each answer in the OpenAPI document (A13)',
  async run(options) {
    const own = await fuzz(options);
    return judgeFuzz(own, await fuzz({ ...options, count: 2_000 }, strays));
  },
};
