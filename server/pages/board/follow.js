/**
 * Follows one route of the service: by its stream, and by asking again and again while there is no stream.
 *
 * @typedef {'connecting' | 'live' | 'polling' | 'reconnecting' | 'missing'} State
 * @typedef {{ close(): void }} Following
 */

const pollMs = 2_000;
/** A route that answers 404 has nothing yet. */
const missingMs = 5_000;
/** After so many polls the stream is tried again. */
const pollsPerAttempt = 15;
const timeoutMs = 10_000;

/** Asks with the ETag of the last answer; one asker per address. @param {string} url */
export function asker(url) {
  let etag = '';
  /** @returns {Promise<{ status: number, retrySeconds: number, body: any }>} body: undefined when nothing changed. */
  return async () => {
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json' };
    if (etag) headers['If-None-Match'] = etag;
    // The browser's own cache would answer from what it holds for some seconds more (stale-while-revalidate).
    const reply = await fetch(url, { headers, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    const body = reply.ok ? await reply.json() : undefined;
    if (reply.ok) etag = reply.headers.get('ETag') ?? '';
    return { status: reply.status, retrySeconds: Number(reply.headers.get('Retry-After')) || 0, body };
  };
}

/**
 * A stream that breaks is opened again by the browser, with `Last-Event-ID`. One that is refused (404, 503, no stream
 * on this server) ends for the browser: then the route is asked every 2 s, and the stream tried again every 30 s or as
 * soon as the route answers after it did not. Nothing is open while the page is hidden: browsers keep at most six
 * connections to a server, for all their tabs together.
 *
 * @param {string} url
 * @param {(body: any) => void} onSnapshot
 * @param {(state: State) => void} onState
 * @returns {Following}
 */
export function follow(url, onSnapshot, onState) {
  const ask = asker(url);
  /** @type {EventSource | undefined} */
  let source;
  /** @type {number | undefined} */
  let timer;
  // Counts what was started: an answer to a poll that was stopped meanwhile is told by it.
  let turn = 0;

  const stop = () => {
    turn++;
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };

  const stream = () => {
    stop();
    source = new EventSource(url);
    source.addEventListener('open', () => onState('live'));
    source.addEventListener('snapshot', (event) => onSnapshot(JSON.parse(event.data)));
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) poll(pollsPerAttempt, false);
      else onState('reconnecting');
    });
  };

  /** @param {number} left @param {boolean} failed whether the poll before this one did */
  const poll = async (left, failed) => {
    stop();
    const own = turn;
    const answer = await ask().catch(() => undefined);
    if (own !== turn) return;
    const status = answer?.status ?? 0;
    const fine = status === 200 || status === 304;
    if (answer?.body !== undefined) onSnapshot(answer.body);
    onState(fine ? 'polling' : status === 404 ? 'missing' : 'reconnecting');
    if (left <= 0 || (fine && failed)) return stream();
    const waitMs = Math.max((answer?.retrySeconds ?? 0) * 1_000, status === 404 ? missingMs : pollMs);
    timer = setTimeout(() => poll(left - 1, !fine), waitMs);
  };

  const onChange = () => (document.hidden ? stop() : stream());
  document.addEventListener('visibilitychange', onChange);
  addEventListener('online', onChange);
  onChange();
  return {
    close() {
      document.removeEventListener('visibilitychange', onChange);
      removeEventListener('online', onChange);
      stop();
    },
  };
}
