import { maximumRecordBytes } from './json-splitter.ts';
import { isSpace, newline } from './window.ts';

/** How records stand in a file: in an array, one per line, or as objects one after another over any number of lines. */
export type Layout = 'array' | 'lines' | 'objects';

/** Reads the beginning of a stream, byte by byte, until it tells the layout. */
class Beginning {
  layout: Layout | undefined;
  #bytes = 0;
  #started = false;
  #depth = 0;
  #quoted = false;
  #escaped = false;

  read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.layout; at++) this.#take(chunk[at] as number, this.#bytes + at);
    this.#bytes += chunk.length;
    // Whatever this is, it is no record; the splitter says so.
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
 * How records stand in a stream: its first line that is not empty tells.
 *
 * @returns the layout, and all of the stream, to be read once.
 */
export async function layoutOf(chunks: AsyncIterator<Buffer>): Promise<[Layout, AsyncIterable<Buffer>]> {
  const first: Buffer[] = [];
  const beginning = new Beginning();
  while (!beginning.layout) {
    const { done, value } = await chunks.next();
    if (done) break;
    // Whoever reads may use its buffer again.
    first.push(Buffer.from(value));
    beginning.read(value);
  }
  async function* again() {
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
  return [beginning.layout ?? 'lines', again()];
}
