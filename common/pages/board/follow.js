/**
 * Follows a route of the service by its stream, and polls it while there is no stream.
 *
 * @typedef {'live' | 'polling' | 'reconnecting' | 'missing'} State
 */

const pollMs = 2_000;
/** How often a route that answers 404, and so has nothing yet, is polled. */
const missingMs = 5_000;
/** The stream is retried after this many polls. */
const pollsPerAttempt = 15;
const timeoutMs = 10_000;
/** A checked stream that is silent for longer is checked. Together with the next, less than five seconds. */
const quietMs = 2_000;
const checkTimeoutMs = 2_000;
/** A new state may reach the check before the stream. */
const aheadMs = 500;

/** The path of a session of the mock, or ''. */
export const base = location.pathname.replace(/\/board(\/|\/vote\.html)?$/, '');
export const v3 = `${base}/api/v3/mobile`;
export const v1 = `${base}/api/v1/us`;
export const metrics = `${v1}/fight_metrics`;

/** Creates a function that reads a URL with the ETag of its last reply. @param {string} url */
function createReader(url) {
  /** @type {string | null} */
  let etag = null;
  /** @type {any} */
  let body;
  return async () => {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json' };
    if (etag) headers['If-None-Match'] = etag;
    // The browser's cache would answer with a stale reply for some seconds (stale-while-revalidate).
    const reply = await fetch(url, { headers, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    if (reply.ok) {
      body = await reply.json();
      etag = reply.headers.get('ETag');
    }
    return { status: reply.status, retrySeconds: Number(reply.headers.get('Retry-After')) || 0, body };
  };
}

/** @type {Map<string, ReturnType<typeof createReader>>} */
const readers = new Map();

/**
 * Reads a URL, the next time with its ETag.
 *
 * @param {string} url
 * @returns {Promise<any>} the body; undefined if there is none (404)
 * @throws {Error} if the service does not answer, or has an error
 */
export async function load(url) {
  const read = readers.get(url) ?? createReader(url);
  readers.set(url, read);
  const { status, body } = await read();
  if (status === 404) return undefined;
  if (status !== 200 && status !== 304) throw new Error(`${url} answered ${status}`);
  return body;
}

/**
 * The browser reopens a stream that breaks, with `Last-Event-ID`, but not a stream that is refused (404, 503, no stream
 * on this server): then this polls the route every 2 s, and retries the stream every 30 s or as soon as the route
 * answers after a failure. Nothing is open while the page is hidden: browsers open at most six connections to a server,
 * for all their tabs together.
 *
 * The comments that keep a stream open do not reach a script, so a silent stream looks like that of a server that hangs.
 * A checked stream that is silent asks for the headers of the route: without a reply it is not live, and a new ETag
 * without an event means that the stream is lost.
 *
 * @param {string} url
 * @param {(body: any) => void} onSnapshot
 * @param {(state: State) => void} onState
 * @param {() => boolean} [isChecked]
 * @returns {() => void} ends it
 */
export function follow(url, onSnapshot, onState, isChecked = () => false) {
  const read = createReader(url);
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  // Counts starts, so that the reply to a poll that was stopped meanwhile is ignored.
  let turn = 0;
  let events = 0;

  const stop = () => {
    turn++;
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };

  const stream = () => {
    stop();
    const opened = new EventSource(url);
    source = opened;
    let last = { events: -1, etag: /** @type {string | null} */ (null), failed: false };
    const checkLater = () => {
      clearTimeout(timer);
      timer = setTimeout(check, quietMs);
    };
    const check = async () => {
      if (!isChecked()) return checkLater();
      const before = events;
      const signal = AbortSignal.timeout(checkTimeoutMs);
      const headers = { Accept: 'application/json' };
      const reply = await fetch(url, { method: 'HEAD', headers, cache: 'no-store', signal }).catch(() => undefined);
      const failed = !reply || reply.status >= 500;
      const etag = reply?.ok ? reply.headers.get('ETag') : null;
      const isLost = before === last.events && etag !== null && last.etag !== null && etag !== last.etag;
      if (isLost) await new Promise((resolve) => setTimeout(resolve, aheadMs));
      if (source !== opened || events !== before) return;
      // Other streams of the page are lost too: all of them open again.
      if (isLost || (last.failed && !failed)) return void dispatchEvent(new Event('online'));
      last = { events, etag, failed };
      if (failed) onState('reconnecting');
      else if (opened.readyState === EventSource.OPEN) onState('live');
      checkLater();
    };
    // Without a snapshot there is nothing to show.
    opened.addEventListener('open', () => events > 0 && onState('live'));
    opened.addEventListener('snapshot', (event) => {
      events++;
      onState('live');
      checkLater();
      onSnapshot(JSON.parse(event.data));
    });
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) poll(pollsPerAttempt, false);
      else onState('reconnecting');
    });
    checkLater();
  };

  /** @param {number} left polls until the stream is retried @param {boolean} failed whether the previous poll failed */
  const poll = async (left, failed) => {
    stop();
    const own = turn;
    const answer = await read().catch(() => undefined);
    if (own !== turn) return;
    const status = answer?.status ?? 0;
    const fine = status === 200 || status === 304;
    if (status === 200) onSnapshot(answer?.body);
    onState(fine ? 'polling' : status === 404 ? 'missing' : 'reconnecting');
    if (left <= 0 || (fine && failed)) return stream();
    const waitMs = Math.max((answer?.retrySeconds ?? 0) * 1_000, status === 404 ? missingMs : pollMs);
    timer = setTimeout(() => poll(left - 1, !fine), waitMs);
  };

  const onChange = () => (document.hidden ? stop() : stream());
  document.addEventListener('visibilitychange', onChange);
  addEventListener('online', onChange);
  onChange();
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('online', onChange);
    stop();
  };
}
