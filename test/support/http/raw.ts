import { connect } from 'node:net';

export interface RawReply {
  text: string;
  /** Of the answers in their order, `100` among them. */
  statuses: number[];
  isClosed: boolean;
}

export interface RawAnswer {
  line: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest.includes('\r\n\r\n'); ) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    answers.push({
      ...{ line, headers, status: Number(line.split(' ')[1]) },
      body: Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString('utf8'),
    });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/**
 * Sends bytes as they are, and reads until the server ends the connection, `answers` have arrived, or `patienceMs` have
 * passed.
 *
 * @param parts latin1, each sent `betweenMs` after the one before.
 */
export async function sendRaw(
  url: string,
  parts: string | readonly string[],
  { answers = Number.POSITIVE_INFINITY, betweenMs = 20, patienceMs = 5_000 } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').setNoDelay(true);
  socket.on('data', (chunk) => {
    text += chunk;
    // Parsing at every chunk is quadratic: only where the count matters.
    if (Number.isFinite(answers) && answersIn(text).length >= answers) resolve(false);
  });
  // What is sent after the end of a connection is answered with a reset.
  socket.on('error', () => resolve(true)).on('close', () => resolve(true));
  const timer = setTimeout(() => resolve(false), patienceMs);
  const [first = '', ...others] = typeof parts === 'string' ? [parts] : parts;
  socket.write(first, 'latin1');
  const timers = others.map((part, index) => setTimeout(() => socket.write(part, 'latin1'), betweenMs * (index + 1)));
  const isClosed = await promise;
  for (const each of [timer, ...timers]) clearTimeout(each);
  socket.destroy();
  return { text, isClosed, statuses: answersIn(text).map(({ status }) => status) };
}

/** Sends GETs on one connection without waiting for an answer in between, so that many are under way at once. */
export function sendPipelined(url: string, paths: readonly string[], headers = ''): Promise<RawReply> {
  const { hostname } = new URL(url);
  const requests = paths.map((path, index) => {
    const end = index === paths.length - 1 ? 'Connection: close\r\n' : '';
    return `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}${end}\r\n`;
  });
  return sendRaw(url, requests.join(''), { patienceMs: 60_000 });
}
