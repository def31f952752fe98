import { isSpace, newline } from './byte-window.ts';
import { maximumRecordBytes } from './json-splitter.ts';

/** The layout of records in a file: in an array, one per line, or as consecutive objects over any number of lines. */
export type Layout = 'array' | 'lines' | 'objects';

/** Reads the start of a stream byte by byte until the layout is known. */
class LayoutDetector {
  layout: Layout | undefined;
  #bytes = 0;
  #started = false;
  #depth = 0;
  #quoted = false;
  #escaped = false;

  read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.layout; at++) this.#take(chunk[at] as number, this.#bytes + at);
    this.#bytes += chunk.length;
    // No record is this long; the splitter reports the error.
    if (this.#bytes > maximumRecordBytes) this.layout ??= 'lines';
  }

  #take(byte: number, position: number): void {
    if (!this.#started) {
      const isMark = position < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf);
      this.#started = !isMark && !isSpace(byte);
      if (byte === 0x5b) this.layout = 'array';
    }
    if (byte === newline && this.#started) {
      this.layout = this.#depth > 0 && !this.#quoted ? 'objects' : 'lines';
    } else if (this.#quoted) {
      if (byte === 0x22 && !this.#escaped) this.#quoted = false;
      this.#escaped = byte === 0x5c && !this.#escaped;
    } else if (byte === 0x22) this.#quoted = true;
    else if (byte === 0x7b || byte === 0x5b) this.#depth++;
    else if (byte === 0x7d || byte === 0x5d) this.#depth--;
  }
}

/**
 * Detects the layout of a stream from its first line that is not empty.
 *
 * @returns the layout and the whole stream, to be read once.
 */
export async function detectLayout(chunks: AsyncIterator<Buffer>): Promise<[Layout, AsyncIterable<Buffer>]> {
  const first: Buffer[] = [];
  const detector = new LayoutDetector();
  while (!detector.layout) {
    const { done, value } = await chunks.next();
    if (done) break;
    // A stream may reuse its buffer.
    first.push(Buffer.from(value));
    detector.read(value);
  }
  async function* whole() {
    try {
      yield* first;
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return [detector.layout ?? 'lines', whole()];
}
