import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes lines to a file, portion by portion; it is closed at the end, also after an error. @param written is called before each portion is written. */
export async function writeLines(
  path: string,
  portions: Iterable<string[]> | AsyncIterable<string[]>,
  written: (lines: number, bytes: number) => void,
): Promise<void> {
  const file = createWriteStream(path);
  const failed = once(file, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  try {
    for await (const lines of portions) {
      const text = lines.map((line) => `${line}\n`).join('');
      written(lines.length, Buffer.byteLength(text));
      if (!file.write(text)) await Promise.race([once(file, 'drain'), failed]);
    }
    file.end();
    await Promise.race([once(file, 'finish'), failed]);
  } finally {
    file.destroy();
    // It may still be opening: it would appear after its caller has removed it.
    if (!file.closed) await once(file, 'close');
  }
}
