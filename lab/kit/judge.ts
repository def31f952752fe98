import { newMember } from '../../test/support/kit/tomorrow.ts';
import { type Case, type Cases, failures, links } from './cases.ts';

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members that a type may know; null is the same as absent. */
const present = (value: Members) =>
  Object.entries(value).filter(([name, one]) => one !== null && one !== undefined && name !== newMember);

/** Where a reply that was read and written again is another: places such as `/fights/0/id`. */
export function differences(sent: unknown, again: unknown, place = ''): string[] {
  if (Array.isArray(sent) && Array.isArray(again) && sent.length === again.length) {
    return sent.flatMap((one, n) => differences(one, again[n], `${place}/${n}`));
  }
  if (isObject(sent) && isObject(again)) {
    const known = present(sent);
    const names = new Set(known.map(([name]) => name));
    return [
      ...known.flatMap(([name, one]) => differences(one, again[name], `${place}/${name}`)),
      ...present(again).flatMap(([name]) => (names.has(name) ? [] : [`${place}/${name}`])),
    ];
  }
  return Object.is(sent, again) ? [] : [place || '/'];
}

/** One line of the program: the number of a case and what came of it, or a value of the kit. */
export type Line =
  | { is: 'reply'; n: number; text?: string; error?: string }
  | { is: 'request'; n: number; id: string; method: string; target: string; body?: string }
  | { is: 'event'; file: string; id: string; text: string }
  | { is: 'stream'; file: string; id: string; retryMs: number }
  | { is: 'page'; n: number; text: string }
  | { is: 'failure'; type: string; error: string; retryMs?: number };

/** The events of each stream, where it stopped, the pages of the links, and the failures. */
function judgeStreams({ streams }: Cases, lines: readonly Line[]): string[] {
  const faults = streams.flatMap(({ file, bodies }) => {
    const events = lines.filter((line) => line.is === 'event').filter((line) => line.file === file);
    const end = lines.find((line) => line.is === 'stream' && line.file === file);
    const isRead =
      events.length === bodies.length &&
      events.every(({ id, text }, n) => id === `${n + 1}` && differences(bodies[n], JSON.parse(text)).length === 0) &&
      end?.is === 'stream' &&
      end.id === `${bodies.length}` &&
      end.retryMs === 1_500;
    return isRead ? [] : [`streams/${file}: ${events.length} of ${bodies.length} events, then ${JSON.stringify(end)}`];
  });
  const pages = lines.filter((line) => line.is === 'page');
  const wrong = links.filter(([, page], n) => pages.find((line) => line.n === n)?.text !== page);
  const found = lines.filter((line) => line.is === 'failure');
  const unlike = failures.filter(
    ([, , type, error, retryMs], n) => differences({ is: 'failure', type, error, retryMs }, found[n]).length > 0,
  );
  return [
    ...faults,
    ...wrong.map(([header, page]) => `nextPage of ${header} is not ${page}`),
    ...unlike.map(([status]) => `status ${status} is another failure`),
  ];
}

/**
 * Judges what a program in another language printed about the cases, which have numbers in the order of `replies`, `later`,
 * `wrong`.
 *
 * @returns a sentence for everything that the program got wrong.
 */
export function judge(cases: Cases, lines: readonly Line[]): string[] {
  const answers = new Map(lines.flatMap((line) => (line.is === 'reply' ? [[line.n, line] as const] : [])));
  const faultOf = ({ body }: Case, n: number) => {
    const { text, error = 'the program says nothing of it' } = answers.get(n) ?? {};
    if (text === undefined) return error;
    const [first] = differences(body, JSON.parse(text));
    return first === undefined ? '' : `${first} is not what was sent`;
  };
  const read = [...cases.replies, ...cases.later];
  const replies = [...read, ...cases.wrong].flatMap((one, n) => {
    const isRefused = answers.get(n)?.error !== undefined;
    const fault = n < read.length ? faultOf(one, n) : isRefused ? '' : 'it is not refused';
    return fault ? [`${one.name} (${one.type}): ${fault}`] : [];
  });
  const requests = cases.requests.flatMap(({ endpoint: { id, method }, target, body }, n) => {
    const found = lines.find((line) => line.is === 'request' && line.n === n);
    const sent = found?.is === 'request' ? { ...found, body: found.body && JSON.parse(found.body) } : undefined;
    const isRight = differences({ is: 'request', n, id, method, target, body }, sent).length === 0;
    return isRight ? [] : [`${id}: the request is not ${method} ${target}, but ${JSON.stringify(found)}`];
  });
  return [...replies, ...requests, ...judgeStreams(cases, lines)];
}
