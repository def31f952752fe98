import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { findNodeAtLocation, parseTree, visit } from 'jsonc-parser';
import { namesOf } from '../../contracts/schemas/validation/json-pointer.ts';
import { type ContentError, describeFileError } from './errors.ts';

/** A raw record and where it starts, from 1. `text` is undefined for records that do not come from a file. */
export interface ReadRow {
  value: unknown;
  line: number;
  column: number;
  text?: string;
}

/** A raw record, or why it cannot be read. */
export type Row = ReadRow | { error: ContentError };

/** The layout of a file: an array, or one record per line. `any` is either of these, or one record over several lines. */
export type Layout = 'array' | 'lines' | 'any';

/** A longer record is a mistake: a missing bracket, or another kind of file. */
const maxRecordMebibytes = 16;
/** A file that is not read line by line is in memory as a whole. */
const maxWholeMebibytes = 64;
const mebibyte = 1024 * 1024;
/** Records yielded at once. */
const portionSize = 1_000;

const newline = 0x0a;

/** The position of an offset in a text that itself starts at a line and column. */
function positionAt(text: string, offset: number, line: number, column: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const breaks = before.split('\n').length - 1;
  return breaks === 0
    ? { line, column: column + offset }
    : { line: line + breaks, column: offset - before.lastIndexOf('\n') };
}

/** The tree of a longer text takes too much memory. */
const maxTreeLength = mebibyte;

/** The position of a value in its file. For a missing value: that of the innermost object or list on its path. */
export function positionOf({ text, line, column }: ReadRow, pointer: string): { line: number; column?: number } {
  if (text === undefined) return { line };
  if (text.length > maxTreeLength) return { line, column };
  try {
    let node = parseTree(text);
    for (const name of namesOf(pointer)) {
      const next = node && findNodeAtLocation(node, [node.type === 'array' ? Number(name) : name]);
      if (!next) break;
      node = next;
    }
    return positionAt(text, node?.offset ?? 0, line, column);
  } catch {
    // A RangeError: the parser is recursive, and the text has thousands of levels.
    return { line, column };
  }
}

/** The first syntax error of a text that starts at a line and column. */
function describeSyntaxError(file: string, text: string, line: number, column: number, error: unknown): ContentError {
  let offset: number | undefined;
  const onError = (_code: number, at: number) => {
    offset ??= at;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // A RangeError, as in `positionOf`.
  }
  const reason = (error as Error).message.replace(/ (?:in JSON )?at position.*/s, '').replace(/, (\.\.\.)?".*/s, '');
  return { file, ...positionAt(text, offset ?? 0, line, column), found: `is not JSON (${reason})` };
}

function parseRecord(file: string, text: string, line: number, column: number): Row {
  try {
    return { text, line, column, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { error: describeSyntaxError(file, text, line, column, error) };
  }
}

/** Splits bytes into lines; ends after a line that is too long. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]);
      [parts, length, start] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > maxRecordMebibytes * mebibyte) break;
  }
  yield Buffer.concat(parts);
}

/** Reads one record per line; skips empty lines. */
async function* readLines(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let line = 0;
  for await (const bytes of splitLines(chunks)) {
    line++;
    const decoded = bytes.toString();
    // Without white space and byte order mark.
    const text = decoded.trim();
    if (bytes.length > maxRecordMebibytes * mebibyte) {
      const found = `has a line of more than ${maxRecordMebibytes} MiB`;
      rows.push({ error: { file, line, found, expected: 'must have one record per line' } });
    } else if (!isUtf8(bytes)) rows.push({ error: notUtf8(file, line) });
    else if (text !== '') rows.push(parseRecord(file, text, line, decoded.indexOf(text) + 1));
    if (rows.length < portionSize) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

const notUtf8 = (file: string, line: number): ContentError => ({
  file,
  line,
  found: 'is not UTF-8',
  expected: 'must be: save the file as UTF-8',
});

interface Element {
  offset: number;
  end: number;
  line: number;
  column: number;
}

/** Finds the elements of an array; undefined after a syntax error. */
function findElements(text: string): Element[] | undefined {
  const elements: Element[] = [];
  let depth = 0;
  let isWrong = false;
  const begin = (offset: number, length: number, line: number, character: number) => {
    if (depth === 1) elements.push({ offset, end: offset + length, line: line + 1, column: character + 1 });
  };
  const open = (offset: number, length: number, line: number, character: number) => {
    begin(offset, length, line, character);
    depth++;
  };
  const close = (offset: number) => {
    depth--;
    const last = elements.at(-1);
    if (depth === 1 && last) last.end = offset + 1;
  };
  const onError = () => {
    isWrong = true;
  };
  const onLiteralValue = (_value: unknown, offset: number, length: number, line: number, character: number) =>
    begin(offset, length, line, character);
  visit(
    text,
    { onArrayBegin: open, onObjectBegin: open, onArrayEnd: close, onObjectEnd: close, onLiteralValue, onError },
    { disallowComments: true },
  );
  return isWrong ? undefined : elements;
}

/** Reads the elements of an array; after a syntax error that is the only row. */
async function* readArray(file: string, text: string): AsyncGenerator<Row[]> {
  const first = text.trimStart()[0];
  if (first !== '[') {
    const found = first === undefined ? 'is empty' : `starts with ${first}`;
    yield [{ error: { file, line: 1, found, expected: 'must be an array of records: [ … ]' } }];
    return;
  }
  const elements = findElements(text);
  if (!elements) yield [parseRecord(file, text, 1, 1)];
  for (let at = 0; elements && at < elements.length; at += portionSize) {
    yield elements
      .slice(at, at + portionSize)
      .map(({ offset, end, line, column }) => parseRecord(file, text.slice(offset, end), line, column));
    // Timers of the publish and signals run in between.
    await turn();
  }
}

/** Reads everything as text without byte order mark, or says why not. */
async function readWhole(file: string, chunks: AsyncIterable<Buffer>): Promise<string | ContentError> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length <= maxWholeMebibytes * mebibyte) continue;
    const expected = `must be smaller, or have one record per line: jq -c '.[]' news.json > news.ndjson`;
    return { file, found: `has more than ${maxWholeMebibytes} MiB`, expected };
  }
  const bytes = Buffer.concat(parts);
  if (isUtf8(bytes)) return bytes.toString().replace(/^\ufeff/, '');
  let [line, start] = [1, 0];
  for (let end = bytes.indexOf(newline); end >= 0 && isUtf8(bytes.subarray(start, end)); line++) {
    start = end + 1;
    end = bytes.indexOf(newline, start);
  }
  return notUtf8(file, line);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads to the end of the first line that is not empty. @returns the layout that this suggests, and all bytes read. */
async function detectLayout(
  chunks: AsyncIterable<Buffer>,
): Promise<['array' | 'lines' | 'one', AsyncIterable<Buffer>]> {
  const iterator = chunks[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let text = '';
  while (!text.startsWith('[') && !text.includes('\n')) {
    const { done, value } = await iterator.next();
    if (done) break;
    head.push(value);
    text = Buffer.concat(head).toString().trimStart();
  }
  async function* all() {
    yield* head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const [line = ''] = text.split('\n', 1);
  const layout = text.startsWith('[') ? 'array' : line === '' || isJson(line) ? 'lines' : 'one';
  return [layout, all()];
}

async function* readLayout(file: string, chunks: AsyncIterable<Buffer>, given: Layout): AsyncGenerator<Row[]> {
  const [layout, all] = given === 'any' ? await detectLayout(chunks) : [given, chunks];
  if (layout === 'lines') return yield* readLines(file, all);
  const text = await readWhole(file, all);
  if (typeof text !== 'string') yield [{ error: text }];
  else if (layout === 'array') yield* readArray(file, text);
  else yield [parseRecord(file, text, 1, 1)];
}

/** Reads records in portions of at most 1,000. An error of the file is a row, too. */
export async function* readRecords(file: string, chunks: AsyncIterable<Buffer>, layout: Layout): AsyncGenerator<Row[]> {
  try {
    yield* readLayout(file, chunks, layout);
  } catch (error) {
    yield [{ error: { file, found: `cannot be read, ${describeFileError(error)}` } }];
  }
}
