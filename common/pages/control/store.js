/**
 * What the page knows and shows, in one object, and its requests to the mock. Every change draws the page again.
 *
 * @import { Address, Entry, Faults, KnownSession, KnownState, Night, OwnReply, SessionState, Timeline } from '../control-wire.ts'
 */
/** `/__session/<name>`, or empty for the requests of this machine that name no session. */
export const base = location.pathname.replace(/\/__mock\/?$/, '');

/** The session of requests from this machine without a session name. */
export const ownSession = '127.0.0.1';

export const data = {
  /** @type {KnownSession[]} */
  sessions: [],
  /** @type {Address[]} */
  addresses: [],
  /** @type {KnownState[]} */
  states: [],
  /** @type {SessionState} */
  state: { session: base.slice('/__session/'.length) || ownSession, state: null },
  /** @type {Faults} */
  faults: { delayMs: 0, jitterMs: 0, share: 0, fault: null },
  /** @type {Night} */
  night: { state: 'stopped' },
  /** When `night` was read, of `performance.now()`. */
  nightSince: 0,
  /** @type {Timeline | undefined} */
  timeline: undefined,
  /** @type {OwnReply[]} */
  replies: [],
  /** Oldest first. @type {Entry[]} */
  entries: [],
  isLive: true,

  // What this page alone shows.
  tab: 'journal',
  search: '',
  filter: { text: '', operation: '', onlyFallback: false, onlyErrors: false },
  /** Only entries before this one, when the reader leafed back. @type {number | undefined} */
  before: undefined,
  /** @type {number | undefined} the opened entry */
  opened: undefined,
  /** In the opened entry: a text to copy, or the form of an own reply. */
  copy: '',
  isAnswering: false,
  /** Seconds of the night under the dragged handle. @type {number | undefined} */
  seeking: undefined,
  notice: { text: '', isError: false },
};

/** @type {() => void} */
let draw = () => undefined;
let isScheduled = false;

/** @param {() => void} drawing */
export const drawWith = (drawing) => {
  draw = drawing;
};

/** Many changes at once draw the page once. @param {Partial<typeof data>} [changes] */
export function update(changes = {}) {
  Object.assign(data, changes, changes.night && { nightSince: performance.now() });
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    draw();
  });
}

const maxErrors = 5;

/** The sentences of a problem. @param {{ title?: string, errors?: { pointer?: string, parameter?: string, detail: string }[] }} problem */
function sentencesOf({ title, errors = [] }) {
  const shown = errors.slice(0, maxErrors);
  const more = errors.length > maxErrors ? ` And ${errors.length - maxErrors} more.` : '';
  return `${title}. ${shown.map(({ pointer, parameter, detail }) => `${pointer ?? parameter}: ${detail}`).join(' ')}${more}`;
}

/** @param {string} text @returns {any} @throws {Error} that says where it is malformed. */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${/** @type {Error} */ (error).message}.`);
  }
}

/**
 * @param {string} method
 * @param {string} path below `/__mock`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws {Error} with the sentences of the problem, or that the mock does not answer.
 */
export async function call(method, path, body) {
  const reply = await fetch(`${base}/__mock${path}`, {
    method,
    cache: 'no-store',
    headers: { Accept: 'application/json', ...(method !== 'GET' && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new Error('The mock does not answer.');
  });
  const text = await reply.text();
  const json = text ? JSON.parse(text) : undefined;
  if (!reply.ok) throw new Error(sentencesOf(json));
  return json;
}

/** An error stays until the next change; everything else for five seconds. @param {string} text @param {boolean} [isError] */
function say(text, isError = false) {
  const notice = { text, isError };
  update({ notice });
  if (!isError) setTimeout(() => data.notice === notice && update({ notice: { text: '', isError } }), 5_000);
}

/** Runs the action of a button, and shows its result. @param {() => Promise<string | void>} work */
export async function act(work) {
  try {
    say((await work()) ?? '');
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
  await refresh();
}

/**
 * A change by the user.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [done] what to say then
 */
export const change = (method, path, body, done = '') =>
  act(async () => {
    await call(method, path, body);
    return done;
  });

/** That the mock does not answer, the journal says. @param {keyof typeof data} name @param {string} [path] */
export const read = (name, path = `/${name}`) =>
  call('GET', path).then(
    (value) => update({ [name]: value }),
    () => undefined,
  );

/** Reads what another page or a test may have changed. */
export async function refresh() {
  const { seed } = data.night;
  await Promise.all([read('state'), read('faults'), read('night'), read('replies'), read('sessions')]);
  if (!data.timeline || seed !== data.night.seed) await read('timeline', '/night/timeline');
}

/** Writes a file for the user. @param {string} name @param {unknown} value */
export function download(name, value) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
