import { connect } from 'node:net';

/**
 * Sends GETs on one connection without waiting for an answer in between, so that many are under way at once.
 *
 * @returns all that came back, until the server closed the connection after the last answer.
 */
export function pipeline(url: string, paths: readonly string[], headers = ''): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', reject);
  socket.on('end', () => resolve(text));
  const last = paths.length - 1;
  const requests = paths.map((path, index) => {
    const end = index === last ? 'Connection: close\r\n' : '';
    return `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}${end}\r\n`;
  });
  socket.write(requests.join(''));
  return promise;
}

/** How many answers of a pipeline have each status. */
export function statusesIn(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
