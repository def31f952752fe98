import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { backupFormat, decodeLine, type Header, isHeader, isPart, type Part } from './format.ts';
import { kindOf } from './known-keys.ts';

/** A file cannot be restored; the message is `<file>:<line>: <why>`. */
export class BadBackup extends Error {
  override name = 'BadBackup';

  constructor(file: string, line: number, why: string) {
    super(`${file}:${line}: ${why}`);
  }
}

/** Above the longest line that a backup has: an event's latest snapshots, 16 MiB, as JSON within JSON. */
const longestLine = 268_435_456;

const newline = 0x0a;

/** Lines without their end; the last one too if its end is missing. */
async function* readLines(file: string): AsyncGenerator<{ number: number; bytes: Buffer; isWhole: boolean }> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let number = 1;
  for await (const chunk of createReadStream(file, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield { number: number++, bytes: Buffer.concat([...pending, chunk.subarray(from, end)]), isWhole: true };
      [pending, pendingBytes] = [[], 0];
      from = end + 1;
    }
    pending.push(chunk.subarray(from));
    pendingBytes += chunk.length - from;
    if (pendingBytes > longestLine) throw new BadBackup(file, number, 'this line is longer than any of a backup.');
  }
  if (pendingBytes > 0) yield { number, bytes: Buffer.concat(pending), isWhole: false };
}

function checkHeader(file: string, number: number, header: object | undefined): Header {
  if (!header || !isHeader(header)) throw new BadBackup(file, number, 'this is not the first line of a backup.');
  if (header.format < 1 || header.format > backupFormat) {
    throw new BadBackup(
      file,
      number,
      `this backup has format ${header.format}, and this version reads 1 to ${backupFormat}.`,
    );
  }
  return header;
}

function checkPart(file: string, number: number, line: Partial<Part>): Part {
  if (!isPart(line)) throw new BadBackup(file, number, 'this line is no part of a key.');
  if (!kindOf(line.key)) throw new BadBackup(file, number, `${line.key} is no key of this store.`);
  return line;
}

/**
 * Reads a backup and checks every byte. Nothing may be believed before the end, where the checksum of the file is.
 *
 * @yields the header, then each part, with the bytes read so far.
 * @throws {BadBackup}
 */
export async function* readBackup(
  file: string,
): AsyncGenerator<{ header: Header; part?: undefined; bytes: number } | { header: Header; part: Part; bytes: number }> {
  const hash = createHash('sha256');
  let header: Header | undefined;
  let [parts, bytes, last] = [0, 0, 0];
  let hasEnded = false;
  for await (const { number, bytes: text, isWhole } of readLines(file)) {
    last = number;
    if (hasEnded) throw new BadBackup(file, number, 'there is more after the end of the backup.');
    if (!isWhole) throw new BadBackup(file, number, 'the file ends in the middle of this line.');
    const line = decodeLine(text);
    // Another file is named as such, not as a damaged backup.
    if (!line && number > 1) throw new BadBackup(file, number, 'this line is damaged: its checksum is another.');
    bytes += text.length + 1;
    if (!header) {
      header = checkHeader(file, number, line);
      yield { header, bytes };
    } else if (line?.sha256 !== undefined) {
      if (line.parts !== parts || line.sha256 !== hash.copy().digest('hex')) {
        throw new BadBackup(file, number, 'lines before this one are missing, repeated or in another order.');
      }
      hasEnded = true;
    } else {
      parts++;
      yield { header, part: checkPart(file, number, line ?? {}), bytes };
    }
    hash.update(text).update('\n');
  }
  if (!hasEnded) throw new BadBackup(file, last + 1, 'the file ends before its last line.');
}
