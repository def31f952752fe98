import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import { Gauge, Registry } from 'prom-client';
import type { AdminOptions, FromAdmin, State, ToAdmin } from '../messages.ts';
import { livez, type Probe, readyz } from './probes.ts';
import { Processes } from './processes.ts';

const text = 'text/plain; charset=utf-8';

/** OpenMetrics for a client that names it, as Prometheus does; the text format for all others. */
const formatFor = (accept = '') =>
  /\bapplication\/openmetrics-text\b/i.test(accept)
    ? Registry.OPENMETRICS_CONTENT_TYPE
    : Registry.PROMETHEUS_CONTENT_TYPE;

/** Answers `/metrics`, `/livez` and `/readyz`, even while the event loops of all processes are busy or hang. */
export class AdminServer {
  readonly #processes = new Processes();
  readonly #registry = new Registry();
  readonly #send: (message: FromAdmin) => void;
  #state: State = 'starting';
  #ready = 0;

  constructor(send: (message: FromAdmin) => void) {
    this.#send = send;
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.set(read());
        },
      });
    gauge('fightcard_event_loop_silence_seconds', 'How long the slowest event loop has not run.', () =>
      Math.max(0, ...this.#processes.silences().map(({ seconds }) => seconds)),
    );
    gauge('fightcard_ready', 'Whether /readyz answers 200, 1 or 0.', () => (this.#readyz().status === 200 ? 1 : 0));
  }

  /** @returns the port. @throws the error of `listen`. */
  listen({ host, port }: Pick<AdminOptions, 'host' | 'port'>): Promise<number> {
    const server = createServer((req, res) => {
      this.#answer(req, res).catch(() => res.destroy());
    });
    // An open connection must not keep the process running.
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  }

  receive(message: ToAdmin): void {
    if (message.kind === 'state') this.#state = message.state;
    else if (message.kind === 'ready') this.#ready = message.count;
    else if (message.kind === 'beat') this.#processes.beat(message.pid);
    else if (message.kind === 'metrics') this.#processes.report(message.pid, message.metrics);
    else this.#processes.end(message.pid);
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
      send(405, text, 'method not allowed: use GET or HEAD\n');
    } else if (path === '/livez') sendProbe(livez(this.#processes.silences()));
    else if (path === '/readyz') sendProbe(this.#readyz());
    else if (path === '/metrics') {
      const format = formatFor(headers.accept);
      const collect = () => this.#send({ kind: 'collect' });
      send(200, format, await this.#processes.expose(collect, this.#registry, format));
    } else send(404, text, 'not found: use /metrics, /livez or /readyz\n');
  }

  #readyz(): Probe {
    return readyz(this.#state, this.#ready);
  }
}

/** Runs the server in a thread that takes and sends messages. */
export async function runAdmin(options: AdminOptions, parent: MessagePort): Promise<void> {
  const send = (message: FromAdmin) => parent.postMessage(message);
  const admin = new AdminServer(send);
  parent.on('message', (message: ToAdmin) => admin.receive(message));
  try {
    send({ kind: 'listening', port: await admin.listen(options) });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    send({ kind: 'failed', code, message });
  }
}
