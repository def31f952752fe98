import { setImmediate as turn } from 'node:timers/promises';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';

interface Stop {
  actor: string;
  command: string;
  go: () => void;
  done: Promise<void>;
}

/**
 * Runs several users of Redis at once, one command at a time: each stops before every command, and a seed decides which
 * goes on. A pipeline or transaction is one command.
 */
export class Interleaving {
  readonly #random: () => number;
  #waiting: Stop[] = [];
  readonly #running = new Set<string>();
  readonly #killed = new Set<string>();
  /** `<actor> <command>` in the order in which they were carried out. */
  readonly trace: string[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The client for an actor. */
  client(actor: string, client: RedisClient): RedisClient {
    const stop = async <T>(command: string, action: () => Promise<T>): Promise<T> => {
      const go = Promise.withResolvers<void>();
      const done = Promise.withResolvers<void>();
      this.#waiting.push({ actor, command, go: go.resolve, done: done.promise });
      await go.promise;
      return action().finally(done.resolve);
    };
    return new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name !== 'pipeline' && name !== 'multi') {
          return (...args: unknown[]) => stop(String(name), async () => Reflect.apply(value, target, args));
        }
        return () => {
          const batch = target[name]();
          const exec = batch.exec.bind(batch);
          return Object.assign(batch, { exec: () => stop(`${name} of ${batch.length}`, exec) });
        };
      },
    });
  }

  /** Stops the actor, like a killed process. */
  kill(actor: string): void {
    this.#killed.add(actor);
    this.#running.delete(actor);
    this.#waiting = this.#waiting.filter((stop) => stop.actor !== actor);
  }

  /** @returns what each actor that was not killed returned or threw. */
  async run(
    actors: Readonly<Record<string, () => Promise<unknown>>>,
  ): Promise<Map<string, PromiseSettledResult<unknown>>> {
    const results = new Map<string, PromiseSettledResult<unknown>>();
    for (const [actor, act] of Object.entries(actors)) {
      this.#running.add(actor);
      const end = (result: PromiseSettledResult<unknown>) => {
        if (!this.#killed.has(actor)) results.set(actor, result);
        this.#running.delete(actor);
      };
      act().then(
        (value) => end({ status: 'fulfilled', value }),
        (reason: unknown) => end({ status: 'rejected', reason }),
      );
    }
    while (this.#running.size > 0) {
      // Until the running actor is at its next stop or at its end.
      await turn();
      await turn();
      this.#waiting = this.#waiting.filter(({ actor }) => !this.#killed.has(actor));
      const [next] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
      if (!next) continue;
      this.trace.push(`${next.actor} ${next.command}`);
      next.go();
      await next.done;
    }
    return results;
  }
}
