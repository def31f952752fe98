import { accessSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ParseError, parse } from 'jsonc-parser';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { findTooDeep } from '../../contracts/rules/checks.ts';

/** A file that cannot be used; the message says its name, the line where known, and the reason. */
export class BadFile extends Error {
  override name = 'BadFile';
}

const shown = (path: string) => relative(process.cwd(), path) || path;

/** Line and column of an index. */
function placeOf(text: string, index: number): string {
  const before = text.slice(0, index);
  return `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
}

/** More than any reply has. The functions that read a pact are recursive, and some thousands of levels exhaust the stack. */
export const maxDepth = 100;

export const tooDeep = `nested more than ${maxDepth} levels deep; take the inner lists and objects out`;

/** The first bytes that some editors write, of UTF-8 and UTF-16. */
const byteOrderMark = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

/** @throws {BadFile} also when the file cannot be read. */
export function readJsonFile(path: string): unknown {
  const bad = (place: string, reason: string) => new BadFile(`${shown(path)}${place}: ${reason}`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = 'no such file; correct the path, or remove the link that leads nowhere';
    throw bad('', code === 'ENOENT' ? missing : message);
  }
  if (byteOrderMark.test(bytes.toString('latin1', 0, 3)))
    throw bad(':1', 'the file begins with a byte order mark; save it as UTF-8 without one');
  const text = bytes.toString();
  const deepAt = findTooDeep(text, maxDepth);
  if (deepAt !== undefined) throw bad(`:${placeOf(text, deepAt)}`, `the file is ${tooDeep}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const reason = message.replace(/( in JSON)? at position.*/s, '').replace(/, (\.\.\.)?".*/s, '');
    // V8 does not always say where.
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    throw bad(`:${placeOf(text, errors[0]?.offset ?? 0)}`, reason);
  }
}

/** Returns a function that finds the first line of a file with a text (1 if the text is missing). Reads the file once. */
export function createLineFinder(path: string): (text: string) => number {
  let lines: string[] | undefined;
  return (text) => {
    lines ??= readFileSync(path, 'utf8').split('\n');
    return Math.max(1, lines.findIndex((line) => line.includes(text)) + 1);
  };
}

/** @throws {BadFile} when the file is not an OpenAPI document; `ENOENT` when it is missing. */
export function readDocument(file: URL): OpenApiDocument {
  const path = fileURLToPath(file);
  accessSync(path);
  const document = readJsonFile(path) as Partial<OpenApiDocument> | null;
  const missing = (['openapi', 'info', 'paths', 'components'] as const).find((part) => document?.[part] === undefined);
  if (missing !== undefined) {
    const reason = `not an OpenAPI document: "${missing}" is missing; rebuild it: npm run generate`;
    throw new BadFile(`${shown(path)}:1: ${reason}`);
  }
  return document as OpenApiDocument;
}
