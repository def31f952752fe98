import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import type { UnwrittenLines } from '../monitoring/recorder.ts';

/** Characters that wait while standard output takes none; further lines are lost. */
const mostWaiting = 1_048_576;
/** When a pipe that is full is tried again. */
const againMs = 100;

/** The file descriptor: `process.stdout` would write, and fail, by itself. */
const standardOutput = 1;

/**
 * Opens a pipe or a terminal once more, so that no write waits for its reader: one that does never lets the process end.
 * Not a file, whose end others may move; a socket cannot be opened so, and waits.
 */
function openWithoutWaiting(file: number): number {
  try {
    const about = fstatSync(file);
    if (!about.isFIFO() && !about.isCharacterDevice()) return file;
    return openSync(`/proc/self/fd/${file}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return file;
  }
}

/**
 * Writes lines to standard output. When it takes none, lines are lost, but no request, and the process ends as ever: a
 * full disk, a closed terminal and a reader that has stopped are nothing that a server may fail of. Not pino's own
 * destination (sonic-boom 4.2.1): it reports the failure as an uncaught error, and then repeats the line at the end of the
 * process, forever.
 */
export class StandardOutput implements DestinationStream {
  readonly #file: number;
  readonly #unwritten: Pick<UnwrittenLines, 'output'>;
  #waiting = '';
  /** What the system is asked to take. */
  #bytes = Buffer.alloc(0);
  #state: 'idle' | 'planned' | 'writing' | 'refused' = 'idle';
  #isExiting = false;

  /** @param unwritten counts the lines that are lost. */
  constructor(file = standardOutput, unwritten: Pick<UnwrittenLines, 'output'> = { output: 0 }) {
    this.#unwritten = unwritten;
    this.#file = openWithoutWaiting(file);
    process.on('exit', () => {
      this.#isExiting = true;
      this.flushSync();
    });
  }

  /** Lines of one turn of the event loop are written together, by another thread. */
  write(line: string): void {
    if (this.#waiting.length + line.length > mostWaiting) {
      this.#unwritten.output++;
      return;
    }
    this.#waiting += line;
    if (this.#isExiting) this.flushSync();
    else if (this.#state === 'idle') this.#plan();
  }

  #plan(): void {
    this.#state = 'planned';
    process.nextTick(() => this.#next());
  }

  /** Writes what waits, as far as that is possible at once; pino calls it after a fatal line. */
  flushSync(): void {
    // What is being written now is written also when the process exits.
    const refused = this.#state === 'refused' ? this.#bytes : Buffer.alloc(0);
    const bytes = Buffer.concat([refused, Buffer.from(this.#waiting)]);
    if (refused.length > 0) this.#bytes = Buffer.alloc(0);
    this.#waiting = '';
    try {
      if (bytes.length > 0) writeSync(this.#file, bytes);
    } catch {
      // Nobody reads it.
    }
  }

  #next(): void {
    if (this.#bytes.length === 0) {
      this.#bytes = Buffer.from(this.#waiting);
      this.#waiting = '';
    }
    this.#state = this.#bytes.length > 0 ? 'writing' : 'idle';
    if (this.#state === 'idle') return;
    write(this.#file, this.#bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#state = 'refused';
        setTimeout(() => this.#next(), againMs).unref();
        return;
      }
      if (error) this.#unwritten.output += this.#bytes.toString().split('\n').length - 1;
      this.#bytes = error ? Buffer.alloc(0) : this.#bytes.subarray(written);
      this.#next();
    });
  }
}
