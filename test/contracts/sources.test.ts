import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { operations } from '../../contracts/operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

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

/** What opens a connection or resolves a name. */
const dials =
  /(?<![.\w])fetch\((?!\w+: )|\bimport \{[^}]*\b(?:request|get|connect|createConnection|Agent)\b[^}]*\} from '(?:node:)?(?:http|https|net|tls|http2)'|from '(?:(?:node:)?(?:dns|dgram)|undici|ws)'|new (?:WebSocket|EventSource)\(/;

/** The literal of a regular expression, at a place where an expression begins. */
const literal = /(?<=[=(,:!&|?{};[]\s*|\breturn )\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/[dgimsuvy]*/g;
/** A group that is repeated without an end, and has a repetition in it: `(a+)*`. */
const nested = /\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*(?:[+*]|,\})(?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\})/;

describe('sources of the service', () => {
  it('K10: open no connection but to Redis, so that no address from content or a request is ever fetched', () => {
    const found = sources('server', 'contracts').filter(([, text]) => dials.test(text));
    expect(found.map(([path]) => path)).to.deep.equal([]);
    for (const planted of [
      "await fetch('http://a')",
      "import { request } from 'node:http';",
      "import { createServer, connect } from 'node:net';",
      "import { lookup } from 'node:dns';",
    ]) {
      expect(dials.test(planted), `${planted} (control)`).to.equal(true);
    }
  });

  it('K12: have no regular expression that repeats a repetition without an end', () => {
    const all = sources('server', 'contracts', 'mock').flatMap(([path, text]) =>
      [...text.matchAll(literal)].map(([, body = '']) => ({ path, body })),
    );
    expect(all.length).to.be.above(100);
    expect(all.filter(({ body }) => nested.test(body))).to.deep.equal([]);
    for (const planted of ['(a+)+$', '(?:x*y)*', '^(\\w+\\s?)*$', '((a|b)+c)+', '(a{2,}){3,}']) {
      expect(nested.test(planted), `${planted} (control)`).to.equal(true);
    }
  });

  it('K13: route without patterns of path-to-regexp, which is none with a known denial of service', () => {
    const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean }>;
    };
    const own = Object.entries(lock.packages).filter(([at, { dev }]) => at.endsWith('/path-to-regexp') && !dev);
    expect(own).to.have.length(1);
    // Those from 8.0.0 to 8.3.x are exponential with optional groups (CVE-2026-4926).
    const [major = 0, minor = 0] = own[0]?.[1].version.split('.').map(Number) ?? [];
    expect(major).to.equal(8);
    expect(minor).to.be.at.least(4);
    expect(operations.map(({ path }) => path).filter((path) => /[{}()*?+\\[]/.test(path))).to.deep.equal([]);
  });
});
