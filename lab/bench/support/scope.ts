/** Resources of a bench, closed in reverse order whatever happens. */
export class Scope {
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Runs `close` when the scope ends. */
  defer(close: () => Promise<unknown> | unknown): void {
    this.#closers.push(close);
  }

  /** Closes all, even when one fails. */
  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      await Promise.resolve()
        .then(close)
        .catch((error) => console.error(`${this.#path}: ${error}`));
    }
  }
}

const open = new Set<Scope>();

/** Ctrl-C must leave no server and no Redis behind. */
async function stop(signal: NodeJS.Signals): Promise<void> {
  process.stderr.write(`\n${signal}: stopping servers and Redis\n`);
  for (const scope of [...open].reverse()) await scope.close();
  process.exit(130);
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs `work` and closes its scope afterwards, also when it fails or the command is interrupted. */
export async function scoped<T>(name: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = new Scope(name);
  if (open.size === 0) for (const signal of signals) process.on(signal, stop);
  open.add(scope);
  try {
    return await work(scope);
  } finally {
    await scope.close();
    open.delete(scope);
    if (open.size === 0) for (const signal of signals) process.off(signal, stop);
  }
}
