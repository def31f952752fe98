import { accessSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { findTooDeep } from '../../contracts/rules/checks.ts';

/** A file that cannot be used; the message says its name, the line where known, and the reason. */
export class BadFile extends Error {
  override name = 'BadFile';
}

const shown = (path: string) => relative(process.cwd(), path) || path;

/** Whether a text is a valid beginning of JSON: V8 reports an error only at its end. */
function isUnfinished(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /position (\d+)/.exec(message) ?? [];
    return message.includes('end of JSON') || (position !== undefined && Number(position) >= beginning.length);
  }
}

/** Finds line and column of a JSON error. V8 does not always, so this searches the longest valid beginning. */
function findPosition(text: string): string {
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isUnfinished(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return placeOf(text, good);
}

/** Line and column of an index. */
function placeOf(text: string, index: number): string {
  const before = text.slice(0, index);
  return `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
}

/** More than any reply has. Everything that reads a pact calls itself at each level, and some thousands exhaust the stack. */
export const mostLevels = 100;

export const tooDeep = `nested more than ${mostLevels} levels deep, and no reply needs so many; take the inner lists and objects out`;

/** The first bytes of a file that some editors write, by encoding. */
const byteOrderMarks = { 'UTF-8': [0xef, 0xbb, 0xbf], 'UTF-16': [0xff, 0xfe], 'UTF-16, big endian': [0xfe, 0xff] };

/** @throws {BadFile} also when the file cannot be read. */
export function readJsonFile(path: string): unknown {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'there is no such file, or it is a link to none; remove it' : (error as Error).message;
    throw new BadFile(`${shown(path)}: ${reason}`);
  }
  const marked = Object.entries(byteOrderMarks).find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) {
    throw new BadFile(
      `${shown(path)}:1: it begins with a byte order mark (${marked[0]}); save it as UTF-8 without a byte order mark`,
    );
  }
  const text = bytes.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const reason = message.replace(/( in JSON)? at position.*/s, '').replace(/, (\.\.\.)?".*/s, '');
    throw new BadFile(`${shown(path)}:${findPosition(text)}: ${reason}`);
  }
  const deep = findTooDeep(text, mostLevels);
  if (deep !== undefined) throw new BadFile(`${shown(path)}:${placeOf(text, deep)}: it is ${tooDeep}`);
  return value;
}

/** Finds the first line of a file that contains a text; 1 when none does. */
export function findLine(path: string, text: string): number {
  const lines = readFileSync(path, 'utf8').split('\n');
  return (
    Math.max(
      0,
      lines.findIndex((line) => line.includes(text)),
    ) + 1
  );
}

/** @throws {BadFile} when the file is no OpenAPI document; `ENOENT` when it is missing. */
export function readDocument(file: URL): OpenApiDocument {
  const path = fileURLToPath(file);
  accessSync(path);
  const document = readJsonFile(path) as Partial<OpenApiDocument> | null;
  for (const part of ['openapi', 'info', 'paths', 'components'] as const) {
    if (document?.[part] === undefined) throw new BadFile(`${shown(path)}:1: it has no "${part}"`);
  }
  return document as OpenApiDocument;
}
