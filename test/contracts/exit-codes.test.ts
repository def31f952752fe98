import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

/** Commands that judge the repository, in a copy of a part of it where one thing is wrong: one is enough. */
describe('npm run house and npm run ratchet', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-exit-'));
    for (const part of ['contracts', 'scripts', 'README.md', 'package.json']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
    git('init', '-q');
    commit('feat(contracts): begin');
  });
  after(() => rmSync(folder, { recursive: true }));

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder });
  const commit = (subject: string) => {
    git('add', '--all');
    git('commit', '-q', '-m', subject);
  };
  const run = (script: string, ...args: string[]) => {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...args], options);
    return { status, stdout, wrong: stderr.trim().split('\n').filter(Boolean) };
  };
  const edit = (path: string, from: string, to: string) => {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    expect(text.split(from), path).to.have.length(2);
    writeFileSync(file, text.replace(from, to));
  };

  it('fails for an outdated picture', () => {
    const { status, wrong } = run('house');
    expect(wrong).to.deep.equal(['README.md: its picture is out of date; draw it with "npm run house -- --write"']);
    expect(status).to.equal(1);
    expect([run('house', '--write').status, run('house').status]).to.deep.equal([0, 0]);
    commit('docs: draw');
  });

  it('fails for one unannounced change', () => {
    expect(run('ratchet')).to.deep.include({ status: 0, wrong: [] });
    edit('contracts/generated/openapi.json', '"info": {', '"info": {\n    "x-a": 1,');
    commit('feat(contracts): a first change');
    edit('contracts/generated/openapi.json', '"x-a": 1', '"x-a": 2');
    commit('feat(contracts): another');
    const judged = run('ratchet');
    expect(judged.stdout, judged.wrong.join('\n')).to.match(
      /with the last commit, and 2 commits with their parents\. Unannounced changes: 0\.\n$/,
    );
    expect(run('ratchet', '--commits', '1').stdout).to.match(/and 1 commits with /);
    edit(
      'contracts/schemas/votes.ts',
      'Type.Array(VoteRound, { minItems: 1, maxItems: 5 })',
      'Type.Array(VoteRound, { minItems: 1, maxItems: 6 })',
    );
    const { status, wrong, stdout } = run('ratchet');
    expect(stdout, wrong.join('\n')).to.match(/\. Unannounced changes: 1\.\n$/);
    expect([status, wrong.length], wrong.join('\n')).to.deep.equal([1, 1]);
  });
});
