import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { problems } from '../../test/support/expected/problems.ts';
import { casesOf } from './cases.ts';
import { unreadable } from './grammars.ts';
import { differences, judge, type Line } from './judge.ts';
import { kotlinProgram } from './kotlin.ts';
import { swiftManifest, swiftProgram } from './swift.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = openApiDocument(interactions);
const cases = casesOf(document, interactions);
const { replies, later, wrong, requests } = cases;

/** What a language without the new members and without null writes. */
const known = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name, one]) => one !== null && name !== 'a_member_of_tomorrow'))
    : value;

/** The lines of a program that does everything right. */
function rightLines(): Line[] {
  const names = (parameters: readonly { name: string }[]) => parameters.map(({ name }) => name);
  return [
    ...[...replies, ...later].map(({ body }, n): Line => ({ is: 'reply', n, text: JSON.stringify(body, known) })),
    ...wrong.map((_, n): Line => ({ is: 'reply', n: replies.length + later.length + n, error: 'refused' })),
    ...requests.map(
      ({ endpoint: { id, method }, target, body }, n): Line => ({
        ...{ is: 'request', n, id, method, target },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    ),
    ...cases.endpoints.map(
      ({ id, method, path, inPath, inQuery }): Line => ({
        ...{ is: 'endpoint', id, method, path, pathParameters: names(inPath), queryParameters: names(inQuery) },
      }),
    ),
    ...problemLines,
  ];
}

/** The values of the kit as the wire specification has them. */
const problemLines = Object.entries(problems).map(
  ([key, { status, es, en }]): Line => ({
    ...{ is: 'problem', type: `urn:problem-type:${key}`, status, titleV3: es[0], titleV1: en[0] },
  }),
);

/** What is wrong when one line is another; the rest is right. */
function faultsOf(change: (lines: Line[]) => void): string[] {
  const lines = rightLines();
  change(lines);
  return judge(cases, lines).faults;
}

const line = <Is extends Line['is']>(lines: Line[], is: Is, n = 0) =>
  lines.filter((one) => one.is === is)[n] as Extract<Line, { is: Is }>;

const vote = replies.findIndex(({ type }) => type === 'Vote');
const voteBody = replies[vote]?.body as { fight_id: number; client_id: string };

describe('the kit, compiled and run', () => {
  it('is asked every reply of a contract twice, and a request to every operation', () => {
    expect(replies.length).to.equal(interactions.filter(({ reply }) => reply.body !== undefined).length);
    expect(later.map(({ type }) => type)).to.deep.equal(replies.map(({ type }) => type));
    const listed = readFileSync(join(root, 'contracts/generated/operations.txt'), 'utf8').trim().split('\n');
    expect([...new Set(requests.map(({ endpoint }) => endpoint.id))].sort()).to.deep.equal(listed.sort());
    expect(requests.some(({ target }) => target.includes('limit=') && target.includes('cursor='))).to.equal(true);
  });

  it('is asked with a new member in each object but the maps of texts, and a new word in place of each listed word', () => {
    const maps: string[] = [];
    const visit = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value) && !Object.hasOwn(value, 'a_member_of_tomorrow')) maps.push(place);
      for (const [name, one] of Object.entries(value)) {
        if (name !== 'a_member_of_tomorrow') visit(one, Array.isArray(value) ? place : `${place}/${name}`);
      }
    };
    for (const { type, body } of later) visit(body, type);
    expect([...new Set(maps)]).to.deep.equal(['Translation/translations']);
    const text = JSON.stringify(later);
    for (const word of ['"ANNOUNCED"', '"weight_class":"Bantamweight"', 'urn:problem-type:']) {
      expect(JSON.stringify(replies), word).to.include(word);
      expect(text, word).to.not.include(word);
    }
  });

  it('is right when all that it knows comes back', () => {
    const verdict = judge(cases, rightLines());
    expect(verdict).to.deep.equal({
      faults: [],
      ...{ read: replies.length, readLater: later.length, refused: wrong.length, requests: requests.length },
    });
  });

  const changed = (more: object) => JSON.stringify({ ...voteBody, ...more });
  for (const [title, change, fault] of [
    [
      'another value',
      (lines: Line[]) => Object.assign(line(lines, 'reply', vote), { text: changed({ fight_id: 0 }) }),
      /^v3\.fight_vote\w+, .*\(Vote\): \/fight_id is not what was sent$/,
    ],
    [
      'a member that is lost',
      (lines: Line[]) => Object.assign(line(lines, 'reply', vote), { text: changed({ client_id: null }) }),
      /\/client_id is not what was sent$/,
    ],
    [
      'a member that nobody sent',
      (lines: Line[]) => Object.assign(line(lines, 'reply', vote), { text: changed({ more: 1 }) }),
      /\/more is not what was sent$/,
    ],
    [
      'a reply with new words that is refused',
      (lines: Line[]) => {
        const { n } = line(lines, 'reply', replies.length);
        lines[lines.findIndex((one) => one.is === 'reply' && one.n === n)] = { is: 'reply', n, error: 'no such word' };
      },
      /^v3\.root, .*: no such word$/,
    ],
    ['a reply without an answer', (lines: Line[]) => lines.shift(), /: the program says nothing of it$/],
    [
      'a wrong reply that is read',
      (lines: Line[]) => {
        const n = replies.length + later.length;
        lines[lines.findIndex((one) => one.is === 'reply' && one.n === n)] = { is: 'reply', n, text: '{}' };
      },
      /^a vote \(Vote\): it is not refused$/,
    ],
    [
      'a request to another path',
      (lines: Line[]) => Object.assign(line(lines, 'request'), { target: '/api/v3/mobile' }),
      /^v3\.root: the request is not GET \/api\/v3\/mobile\/, but .*"target":"\/api\/v3\/mobile"/,
    ],
    [
      'a request with another body',
      (lines: Line[]) => {
        const { n = 0 } = lines.find((one) => one.is === 'request' && one.id === 'v3.fight_vote_cast') as {
          n?: number;
        };
        Object.assign(line(lines, 'request', n), { body: '{}' });
      },
      /^v3\.fight_vote_cast: the request is not POST .*"body":"\{\}"/,
    ],
    [
      'an endpoint with another method',
      (lines: Line[]) => Object.assign(line(lines, 'endpoint'), { method: 'POST' }),
      /^a value is missing: .*"GET".*"v3\.root"|"v3\.root".*"GET"/,
    ],
    [
      'a problem with another title',
      (lines: Line[]) => Object.assign(line(lines, 'problem'), { titleV1: 'Invalid' }),
      /^a value is missing: .*"Invalid request"/,
    ],
  ] as const) {
    it(`control: ${title} is named`, () => {
      const faults = faultsOf(change);
      expect(faults[0]).to.match(fault);
      expect(faults.length).to.be.at.most(2);
    });
  }

  it('takes null for absent, and an order, a number and a list as they are', () => {
    expect(differences({ a: null, b: 1 }, { b: 1 })).to.deep.equal([]);
    expect(differences({ a: 1, b: 2 }, { b: 2, a: 1.0 })).to.deep.equal([]);
    expect(differences([1, 2], [2, 1])).to.deep.equal(['/0', '/1']);
    expect(differences([1, 2], [1])).to.deep.equal(['/']);
    expect(differences({ a: [{ b: '1' }] }, { a: [{ b: 1 }] })).to.deep.equal(['/a/0/b']);
  });

  it('is asked by programs that the grammars of their languages read', () => {
    expect(unreadable('swift', swiftManifest('/a "folder"'))).to.deep.equal([]);
    expect(unreadable('swift', swiftProgram(cases))).to.deep.equal([]);
    expect(unreadable('kotlin', kotlinProgram(cases))).to.deep.equal([]);
    expect(swiftProgram(cases)).to.match(/^try show\(Fightcard\.V3\.fighter\(id: \d+\), \d+\)$/m);
    expect(kotlinProgram(cases)).to.match(/^ {4}show\(V3\.news\(limit = \d+, cursor = "[\w-]+"\), \d+\),$/m);
  });

  describe('on a machine without a compiler', () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'fightcard-compilers-'));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const compile = (language: string, env: Record<string, string>) => {
      const args = ['scripts/run.js', 'scripts/kit.ts', '--compile', language];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    const program = (name: string, script: string) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    };

    it('says what to install, or what the machine lacks besides', () => {
      expect(compile('swift', { PATH: folder })).to.deep.equal({
        ...{ status: 1, stdout: '' },
        stderr:
          'There is no swift on the PATH: install Swift 5.5 or newer (Xcode; swift.org/install; Debian 13: apt install swiftlang libstdc++-14-dev).\n',
      });
      expect(compile('kotlin', { PATH: folder }).stderr).to.match(/^There is no kotlinc on the PATH: install /);
      program('kotlinc', 'exit 0');
      expect(compile('kotlin', { PATH: folder }).stderr).to.match(/^There is no java on the PATH: install /);
      program('java', 'exit 0');
      expect(compile('kotlin', { PATH: folder }).stderr).to.match(/^\S+kotlinc comes without its plugin/);
    });

    it("shows the compiler's errors, and fails", () => {
      program(
        'swift',
        'echo "Swift version 5.5"; [ "$1" = build ] && echo "A.swift:1: error: no such type" && exit 1; exit 0',
      );
      expect(compile('swift', { PATH: folder })).to.deep.equal({
        ...{ status: 1, stdout: '' },
        stderr: `${join(folder, 'swift')} build failed\nA.swift:1: error: no such type\n`,
      });
    });
  });
});
