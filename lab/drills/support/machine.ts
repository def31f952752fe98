import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { send } from '../../../test/support/http/send.ts';
import { adminUrlOf } from '../../../test/support/monitoring/scrape.ts';
import type { TestNode } from '../../../test/support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../../test/support/redis/redis.ts';
import { type ServerProcess, startServerProcess } from '../../../test/support/server/server-process.ts';
import { Watch } from './watch.ts';

export const fightPath = `/api/v3/mobile/fights/${ids.fightInProgress}`;

const kinds = {
  'two workers': { WORKERS: '2' },
  'one process': { STREAMS: '2', RATE_READS: '20', DRAIN_SECONDS: '30' },
} as const;

/** How a server for drills is configured. */
export type ServerKind = keyof typeof kinds;

/** A server with its Redis, and a watch that sees its metrics and nothing else. */
export class Machine {
  readonly redis: TestNode;
  readonly opened: TestStore;
  readonly #kind: ServerKind;
  server: ServerProcess;
  url = '';
  admin = '';
  watch = new Watch('');
  #clients = 0;

  private constructor(redis: TestNode, opened: TestStore, kind: ServerKind) {
    this.redis = redis;
    this.opened = opened;
    this.#kind = kind;
    this.server = this.#spawn();
  }

  #spawn(): ServerProcess {
    const limits = { RATE_WRITES: '0', NEW_CLIENTS_PER_MINUTE: '0' };
    const env = { REDIS_URL: this.redis.url, ADMIN_PORT: '0', ...limits, ...kinds[this.#kind] };
    return startServerProcess(env, ['--no-sample']);
  }

  /** Starts Redis, publishes the sample content, and starts the server. @throws {Error} when it does not become ready. */
  static async start(kind: ServerKind): Promise<Machine> {
    const redis = await startRedis();
    const opened = await openStore(redis.url);
    await publishRecords(opened.store, world);
    const machine = new Machine(redis, opened, kind);
    await machine.#ready();
    return machine;
  }

  /** After `killServer`. */
  async startServer(): Promise<void> {
    this.server = this.#spawn();
    await this.#ready();
  }

  async #ready(): Promise<void> {
    this.url = await this.server.ready;
    this.admin = await adminUrlOf(this.server);
    this.watch = new Watch(this.admin);
    // Until it has looked at Redis once, it does not know that Redis is there.
    await this.watch.until((alerts) => !alerts.includes('RedisAway'));
  }

  async killServer(): Promise<void> {
    this.server.child.kill('SIGKILL');
    await this.server.close();
  }

  async close(): Promise<void> {
    await this.killServer();
    this.opened.close();
    await this.redis.close();
  }

  /** A vote of another client each time. */
  vote() {
    const body = {
      round_num: 2,
      fighter_statid: ids.fightInProgressFighter1Statid,
      client_id: `client-of-alerts-${++this.#clients}-000000`,
    };
    const headers = { 'Content-Type': 'application/json' };
    return send(this.url, 'POST', `${fightPath}/vote`, headers, JSON.stringify(body));
  }

  get(path: string) {
    return send(this.url, 'GET', path);
  }

  /** Lines of the log, as objects. */
  log(): Record<string, unknown>[] {
    return this.server
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
  }

  /** Process ids of the workers, as the log has them. */
  workers(): number[] {
    const workers = this.log().findLast((line) => Array.isArray(line.workers))?.workers ?? [];
    return (workers as { pid: number }[]).map(({ pid }) => pid);
  }
}
