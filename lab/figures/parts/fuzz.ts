import { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { askAll } from '../../../test/peers/ask-all.ts';
import { createDocumentJudge, readDescribed } from '../../../test/peers/document-judge.ts';
import { type GeneratedRequest, requests } from '../../../test/support/fixtures/generated-requests.ts';
import { startFightNight } from '../../../test/support/server/fight-night.ts';
import { proveServer } from '../../../test/support/server/identity.ts';
import { uncached } from '../../../test/support/server/server.ts';
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

/**
 * Asks a server that reads the store for every request and waits for it as long as a busy machine needs: a 503 would be a
 * fault of the code.
 */
async function fuzz({ count, progress }: PartOptions): Promise<Fuzzed> {
  const night = await startFightNight(uncached, { changesPerTenSeconds: 0 });
  try {
    await proveServer(night.url, night.store);
    const judge = createDocumentJudge(readDescribed());
    const all = generate(count, seed, (made) => progress(`${formatCount(made)} of ${formatCount(count)} requests`));
    const { statuses, found } = await askAll(night.url, all, judge);
    const times = [...statuses];
    const sumOf = (rows: typeof times) => rows.reduce((sum, [, number]) => sum + number, 0);
    return {
      ...{ sent: count, answered: sumOf(times), found, statuses: times.map(([status]) => status).sort() },
      failed: sumOf(times.filter(([status]) => status >= 500)),
    };
  } finally {
    await night.close();
  }
}

/** Does something while the server answers 500 where it should answer 406, and calls one JSON in eight a text. */
async function withStrays<T>(act: () => Promise<T>): Promise<T> {
  const { writeHead } = ServerResponse.prototype;
  let replies = 0;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, status: number, ...rest: unknown[]) {
    const isText = ++replies % 8 === 0;
    const stray = (part: unknown) =>
      isText && Array.isArray(part) ? part.map((text) => String(text).replace('application/json', 'text/plain')) : part;
    const args = [status === 406 ? 500 : status, ...rest.map(stray)];
    return Reflect.apply(writeHead, this, args);
  } as typeof writeHead;
  try {
    return await act();
  } finally {
    ServerResponse.prototype.writeHead = writeHead;
  }
}

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
      [control.found.length === 0, 'In the control no wrong content type was found.'],
    ),
  };
}

export const fuzzing: Part = {
  ...{ name: 'fuzz', unit: 'generated requests', count: 200_000 },
  claim: 'No generated request is answered 5xx, and ajv finds each answer in the OpenAPI document (A13)',
  async run(options) {
    const own = await fuzz(options);
    return judgeFuzz(own, await withStrays(() => fuzz({ ...options, count: 2_000 })));
  },
};
