import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import type { AdminOptions, FromAdmin, State, ToAdmin } from '../messages.ts';
import { monotonicSeconds } from '../recorder.ts';
import type { Exposed } from './exposition.ts';
import { livez, type Probe, readyz, type Silence } from './probes.ts';
import { type Numbers, Sources } from './sources.ts';

const text = 'text/plain; charset=utf-8';

/** How long the event loop of each process has not run. */
function silences({ beats }: Numbers): Silence[] {
  const now = monotonicSeconds();
  return beats.map(({ pid, seconds }) => ({ pid, seconds: Math.max(0, now - seconds) }));
}

/** A gauge that the thread itself knows. */
const gauge = (name: string, help: string, value: number): Exposed => ({
  name,
  help,
  type: 'gauge',
  series: new Map([['', { labels: {}, numbers: [value] }]]),
});

/**
 * Answers `/metrics`, `/livez` and `/readyz`, in a thread: so they answer when the event loops of all processes are busy or
 * stand still, and when Redis is away.
 */
export class AdminServer {
  readonly #sources = new Sources();
  #state: State = 'starting';

  /** @returns the port. @throws the error of `listen`. */
  listen({ host, port }: Pick<AdminOptions, 'host' | 'port'>): Promise<number> {
    const server = createServer((req, res) => {
      this.#answer(req, res).catch(() => res.destroy());
    });
    // A scraper or probe that holds its connection must not hold up the end of the process.
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  }

  receive(message: ToAdmin): void {
    if (message.kind === 'state') this.#state = message.state;
    else this.#sources[message.kind](message.path);
  }

  async #answer({ method, url = '', headers }: IncomingMessage, res: ServerResponse): Promise<void> {
    const send = (status: number, type: string, body: string) => {
      const own = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' };
      res.writeHead(status, { ...own, 'X-Content-Type-Options': 'nosniff' }).end(body);
    };
    const sendProbe = (probe: Probe) => send(probe.status, text, `${probe.text}\n`);
    const path = url.split('?', 1)[0];
    if (method !== 'GET' && method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      send(405, text, 'only GET and HEAD\n');
    } else if (path === '/livez') sendProbe(livez(silences(this.#sources.read())));
    else if (path === '/readyz') sendProbe(this.#readyz(this.#sources.read()));
    else if (path === '/metrics') {
      const { expose, formatFor } = await import('./exposition.ts');
      const format = formatFor(headers.accept);
      const numbers = this.#sources.read();
      send(200, format, await expose([...numbers.metrics.values(), ...this.#own(numbers)], format));
    } else send(404, text, 'there are /metrics, /livez and /readyz\n');
  }

  #own(numbers: Numbers): Exposed[] {
    const silence = Math.max(0, ...silences(numbers).map(({ seconds }) => seconds));
    const isReady = this.#readyz(numbers).status === 200;
    return [
      gauge('fightcard_event_loop_silence_seconds', 'How long the slowest event loop has not run.', silence),
      gauge('fightcard_ready', 'Whether /readyz answers 200, 1 or 0.', isReady ? 1 : 0),
    ];
  }

  #readyz({ metrics }: Numbers): Probe {
    const ready = metrics.get('fightcard_workers_ready')?.series.values().next().value?.numbers[0] ?? 0;
    return readyz(this.#state, ready);
  }
}

/** Runs the server in a thread that takes and sends messages. */
export async function runAdmin(options: AdminOptions, parent: MessagePort): Promise<void> {
  const send = (message: FromAdmin) => parent.postMessage(message);
  const admin = new AdminServer();
  parent.on('message', (message: ToAdmin) => admin.receive(message));
  try {
    send({ kind: 'listening', port: await admin.listen(options) });
    // So that the first scrape does not wait for it.
    await import('./exposition.ts');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    send({ kind: 'failed', code, message });
  }
}
