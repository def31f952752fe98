import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { eventually } from '../support/run/eventually.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Copies the contracts, since other tests read them at the same time. */
function copyOfContracts(): string {
  const root = mkdtempSync(join(tmpdir(), 'fightcard-reload-'));
  for (const folder of ['common', 'contracts', 'mock', 'package.json']) {
    cpSync(join(repository, folder), join(root, folder), {
      recursive: true,
      filter: (path) => !path.startsWith(join(repository, 'contracts/generated')),
    });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  return root;
}

describe('reloading contracts', () => {
  let root: string;
  let mock: Mock;
  const pacts = () => join(root, 'pacts');
  const messages: string[] = [];
  const { NODE_COMPILE_CACHE } = process.env;

  before(async () => {
    root = copyOfContracts();
    // Compiled in the copy, and removed with it.
    delete process.env.NODE_COMPILE_CACHE;
    mkdirSync(pacts());
    const watch = { root, say: (line: string) => messages.push(line) };
    mock = await startMock({ port: 0, host: '127.0.0.1', pacts: pacts(), watch });
  });
  after(async () => {
    if (NODE_COMPILE_CACHE !== undefined) process.env.NODE_COMPILE_CACHE = NODE_COMPILE_CACHE;
    await mock.close();
    rmSync(root, { recursive: true });
  });

  async function waitForMessage(count: number): Promise<string> {
    await eventually(() => messages.length >= count, 'a message');
    return messages[count - 1] as string;
  }

  /** Takes back the last edit: in the same moment as the next one, so that the contracts are rebuilt once for both. */
  let correct = () => {};

  /** Edits a file and waits for the mock's message. */
  async function edit(file: string, change: (text: string) => string) {
    correct();
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    expect(change(text), file).not.to.equal(text);
    messages.length = 0;
    writeFileSync(path, change(text));
    correct = () => writeFileSync(path, text);
    return waitForMessage(1);
  }
  const alerts = 'contracts/interactions/alerts.ts';
  const texts = 'contracts/world/alerts.ts';

  it('serves an edited contract on the same port', async () => {
    const url = `${mock.url}/api/v1/us/alerts`;
    const before = await (await fetch(url)).text();
    const line = await edit(texts, (text) => text.replace('Update the app.', 'Update!'));
    expect(line).to.match(/^Reloaded the contracts in \d+ ms\.$/);
    const after = await (await fetch(url)).text();
    expect(before).to.contain('Update the app.');
    expect(after).to.contain('Update!');
  });

  it('keeps an edit made while a pact was broken', async () => {
    const pact = join(pacts(), 'app.json');
    messages.length = 0;
    writeFileSync(pact, '{');
    expect(await waitForMessage(1)).to.match(/^Not reloaded.*pacts\/app\.json:1:2: /);
    const line = await edit(texts, (text) => text.replace('Update the app.', 'Update now!'));
    expect(line).to.match(/^Not reloaded.*pacts\/app\.json:1:2: /);
    messages.length = 0;
    rmSync(pact);
    expect(await waitForMessage(1)).to.match(/^Reloaded/);
    expect(await (await fetch(`${mock.url}/api/v1/us/alerts`)).text()).to.contain('Update now!');
  });

  it('serves pacts of a recreated folder', async () => {
    rmSync(pacts(), { recursive: true });
    mkdirSync(pacts());
    messages.length = 0;
    // Noticed by itself or with the new folder.
    writeFileSync(join(pacts(), 'one.json'), '{');
    expect(await waitForMessage(1)).to.match(/^Not reloaded.*pacts\/one\.json:1:2: /);
    rmSync(join(pacts(), 'one.json'));
    await waitForMessage(2);
    expect(messages.at(-1)).to.match(/^Reloaded the pacts/);
  });

  it('serves pacts behind swapped links', async () => {
    const version = (name: string, text: string) => {
      mkdirSync(join(pacts(), name));
      writeFileSync(join(pacts(), name, 'one.json'), text);
    };
    const swap = (name: string) => {
      symlinkSync(name, join(pacts(), '..data_tmp'));
      messages.length = 0;
      renameSync(join(pacts(), '..data_tmp'), join(pacts(), '..data'));
    };
    const pact = { consumer: { name: 'a' }, interactions: [] };
    version('..2031_1', JSON.stringify(pact));
    swap('..2031_1');
    symlinkSync('..data/one.json', join(pacts(), 'one.json'));
    expect(await waitForMessage(1)).to.match(/^Reloaded the pacts/);
    version('..2031_2', '{');
    swap('..2031_2');
    expect(await waitForMessage(1), 'swapped').to.match(/^Not reloaded.*pacts\/one\.json:1:2: /);
    messages.length = 0;
    writeFileSync(join(pacts(), '..2031_2/one.json'), JSON.stringify(pact));
    expect(await waitForMessage(1), 'edited').to.match(/^Reloaded the pacts/);
    messages.length = 0;
    rmSync(join(pacts(), 'one.json'));
    expect(await waitForMessage(1), 'removed').to.match(/^Reloaded the pacts/);
  });

  for (const [what, file, change, expected, source] of [
    [
      'a syntax error',
      alerts,
      (text: string) => text.replace('const records', 'const (records'),
      /^Not reloaded.*: contracts\/interactions\/alerts\.ts:\d+: Unexpected token /,
      'const (records',
    ],
    [
      'a reply that does not fit its schema',
      alerts,
      (text: string) =>
        text.replace('body: records.map((record) => alert(record, family))', 'body: records.map(() => ({}))'),
      /^Not reloaded.*: contracts\/interactions\/\w+\.ts:\d+: "alerts": the response violates its schema: #\/0\/id: Is required\.$/,
      "content.list('alerts')",
    ],
  ] as const) {
    it(`reports ${what} with file and line`, async () => {
      const line = await edit(file, change);
      expect(line).to.match(expected);
      const [, path = '', number] = /(contracts\/\S+\.ts):(\d+)/.exec(line) ?? [];
      expect(readFileSync(join(root, path), 'utf8').split('\n')[Number(number) - 1]).to.contain(source);
      expect((await fetch(`${mock.url}/api/v1/us/alerts`)).status).to.equal(200);
    });
  }

  it('watches new and recreated folders', async () => {
    correct();
    const added = join(root, 'contracts/added/below');
    for (const isThere of [true, false, true]) {
      messages.length = 0;
      if (isThere) {
        mkdirSync(added, { recursive: true });
        writeFileSync(join(added, 'three.ts'), '');
      } else rmSync(join(root, 'contracts/added'), { recursive: true });
      expect(await waitForMessage(1), String(isThere)).to.match(/^Reloaded the contracts/);
    }
  });
});
