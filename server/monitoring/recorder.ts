import { type Layout, unwrittenReasons } from './layout.ts';
import { ValuesFile } from './values-file.ts';

/** How often each process shows that its event loop runs, and reads the gauges that nothing reports. */
export const beatMs = 250;

/** Seconds on a clock that all processes of the machine share and nobody sets. */
export const monotonicSeconds = () => Number(process.hrtime.bigint()) / 1e9;

/**
 * How many lines the log of a process does not have: `repeated`, another line stands for them; `output`, standard output
 * took none.
 */
export type UnwrittenLines = Record<(typeof unwrittenReasons)[number], number>;

/**
 * Counts in one array, which is written to a file at the end of each turn of the event loop in which something changed:
 * a killed process loses at most the turn in which it died.
 */
export class Recorder {
  readonly values: Float64Array;
  readonly #file: ValuesFile;
  readonly #beat: number;
  readonly #unwritten: number;
  readonly #timer: NodeJS.Timeout;
  readonly #write = () => this.flush();
  readonly #samples: (() => void)[] = [];
  #isDue = false;

  constructor(layout: Layout, path: string) {
    this.#beat = layout.beat;
    this.#unwritten = layout.unwritten;
    this.values = new Float64Array(layout.size);
    this.values[this.#beat] = monotonicSeconds();
    this.values[layout.processId] = process.pid;
    this.values[layout.build] = 1;
    this.#file = new ValuesFile(path, layout.metrics, this.values);
    this.#timer = setInterval(() => this.#onBeat(), beatMs);
    this.#timer.unref();
    process.on('exit', this.#write);
  }

  add(index: number, count = 1): void {
    this.values[index] = (this.values[index] as number) + count;
    if (!this.#isDue) this.#schedule();
  }

  /** Sets a gauge; it is written with the next counter or beat. */
  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** @param start index of the histogram's series. */
  observe(start: number, bounds: readonly number[], value: number): void {
    this.note(start, bounds, value);
    if (!this.#isDue) this.#schedule();
  }

  /** The same, but it is written with the next counter or beat: for what happens all the time. */
  note(start: number, bounds: readonly number[], value: number): void {
    let bucket = start;
    for (const bound of bounds) {
      if (value <= bound) break;
      bucket++;
    }
    const sum = start + bounds.length + 1;
    this.values[bucket] = (this.values[bucket] as number) + 1;
    this.values[sum] = (this.values[sum] as number) + value;
  }

  /** Calls a function at every beat, which sets gauges. */
  sample(read: () => void): void {
    this.#samples.push(read);
  }

  /** Reads at every beat what the log of this process does not have. */
  sampleLog(lines: UnwrittenLines): void {
    this.sample(() => {
      for (const [nth, reason] of unwrittenReasons.entries()) this.set(this.#unwritten + nth, lines[reason]);
    });
  }

  flush(): void {
    this.#isDue = false;
    this.#file.write();
  }

  close(): void {
    clearInterval(this.#timer);
    process.off('exit', this.#write);
    this.flush();
    this.#file.close();
  }

  #schedule(): void {
    this.#isDue = true;
    setImmediate(this.#write);
  }

  #onBeat(): void {
    for (const read of this.#samples) read();
    this.values[this.#beat] = monotonicSeconds();
    this.flush();
  }
}
