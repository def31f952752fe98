import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { operations } from '../../contracts/operations.ts';
import { readText, root } from '../support/deploy/files.ts';

/** Paths and texts of the modules in these folders, without comments. */
const sources = (...folders: string[]): [path: string, text: string][] =>
  folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.[jt]s$/.test(path) && !/^(generated|client|kit|site|pages)\b/.test(path))
      .map((path): [string, string] => [
        `${folder}/${path}`,
        readFileSync(`${root}${folder}/${path}`, 'utf8').replace(/^\s*(\/\/|\/\*|\*).*$/gm, ''),
      ]),
  );

/** Opens a connection or resolves a name. */
const dials =
  /(?<![.\w])fetch\((?!\w+: )|\bimport \{[^}]*\b(?:request|get|connect|createConnection|Agent)\b[^}]*\} from '(?:node:)?(?:http|https|net|tls|http2)'|from '(?:(?:node:)?(?:dns|dgram)|undici|ws)'|new (?:WebSocket|EventSource)\(/;

/** The literal of a regular expression where an expression begins. */
const literal = /(?<=[=(,:!&|?{};[]\s*|\breturn )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[dgimsuvy]*/g;
/** An unbounded repetition of a group with a repetition: `(a+)*`. */
const nested = /\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*(?:[+*]|,\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\})/;

describe('sources', () => {
  it('K10: connect only to Redis', () => {
    const found = sources('server', 'contracts').filter(([, text]) => dials.test(text));
    expect(found.map(([path]) => path)).to.deep.equal([]);
    expect(dials.test("await fetch('http://a')"), 'control').to.equal(true);
  });

  it('K12: have no regular expression with nested repetitions', () => {
    const all = sources('server', 'common', 'contracts', 'mock').flatMap(([path, text]) =>
      [...text.matchAll(literal)].map(([, body = '']) => ({ path, body })),
    );
    expect(all.filter(({ body }) => nested.test(body))).to.deep.equal([]);
    expect(nested.test('(a+)+$'), 'control').to.equal(true);
  });

  it('K13: use a path-to-regexp without its denial of service', () => {
    const { packages } = JSON.parse(readText('package-lock.json')) as {
      packages: Record<string, { version: string; dev?: boolean }>;
    };
    const own = Object.entries(packages).filter(([at, { dev }]) => at.endsWith('/path-to-regexp') && !dev);
    // CVE-2026-4926: optional groups are exponential.
    for (const [, { version }] of own) expect(version).to.match(/^8\.([4-9]|\d\d)\./);
    expect(operations.filter(({ path }) => /[{}()*?+\\[]/.test(path))).to.deep.equal([]);
  });
});
