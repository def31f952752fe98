import { createReadStream, createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Excuse, Fault, FinalState, History, Operation } from './operations.ts';

/** One line of the file of a history. */
type Line = { operation: Operation } | { fault: Fault } | { mayLose: Excuse } | { final: FinalState };

/** An operation without its number: of each kind of its own. */
export type Unnumbered = Operation extends infer O ? (O extends Operation ? Omit<O, 'id'> : never) : never;

/** Collects a history, and writes it as JSON lines while it grows. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly faults: Fault[] = [];
  readonly mayLose: Excuse[] = [];
  readonly #file: WriteStream | undefined;

  constructor(path?: string) {
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    this.#file = createWriteStream(path);
  }

  add(operation: Unnumbered): void {
    const numbered = { id: this.operations.length, ...operation } as Operation;
    this.operations.push(numbered);
    this.#write({ operation: numbered });
  }

  addFault(fault: Fault): void {
    this.faults.push(fault);
    this.#write({ fault });
  }

  addMayLose(span: Excuse): void {
    this.mayLose.push(span);
    this.#write({ mayLose: span });
  }

  /** Writes what is recorded so far, and closes the file. */
  async flush(): Promise<void> {
    const file = this.#file;
    if (file) await new Promise<void>((written) => file.end(() => written()));
  }

  async finish(final: FinalState): Promise<History> {
    this.#write({ final });
    await this.flush();
    return { operations: this.operations, faults: this.faults, mayLose: this.mayLose, final };
  }

  #write(line: Line): void {
    this.#file?.write(`${JSON.stringify(line)}\n`);
  }
}

/** Reads the file of a history. @throws {Error} when it has no end, since its run did not come to its end. */
export async function readHistory(path: string): Promise<History> {
  const [operations, faults, mayLose]: [Operation[], Fault[], Excuse[]] = [[], [], []];
  let final: FinalState | undefined;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = JSON.parse(text) as Line;
    if ('operation' in line) operations.push(line.operation);
    else if ('fault' in line) faults.push(line.fault);
    else if ('mayLose' in line) mayLose.push(line.mayLose);
    else final = line.final;
  }
  if (!final) throw new Error(`${path} has no end: its run was stopped`);
  return { operations, faults, mayLose, final };
}
