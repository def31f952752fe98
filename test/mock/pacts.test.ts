import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { BadFile } from '../../mock/contracts/read-json.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { eventually } from '../support/run/eventually.ts';
import { mobileEsUsPact } from './pact-of-v4.ts';

const handwritten = fileURLToPath(new URL('./pacts', import.meta.url));

describe('the mock with handwritten pacts', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-pacts-'));
    cpSync(handwritten, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function withMock<T>(
    work: (mock: Mock) => Promise<T>,
    say?: (line: string) => void,
    pacts = folder,
  ): Promise<T> {
    const mock = await startMock({ port: 0, host: '127.0.0.1', pacts, ...(say && { watch: { say } }) });
    try {
      return await work(mock);
    } finally {
      await mock.close();
    }
  }

  type Pact = {
    interactions: { description: string; providerState?: string; response: { status: number; body: unknown } }[];
  };
  const swift = () => join(folder, 'corner-ios-fight-sports-api.json');
  function edit(change: (pact: Pact) => void): void {
    const pact = JSON.parse(readFileSync(swift(), 'utf8')) as Pact;
    change(pact);
    writeFileSync(swift(), JSON.stringify(pact, null, 2));
  }
  async function fails(): Promise<string> {
    const error = await withMock(async () => undefined).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).to.be.instanceOf(BadFile);
    return (error as Error).message;
  }

  it('serves versions 2, 3 and 4, and completes their replies', async () => {
    writeFileSync(join(folder, 'v4.json'), JSON.stringify(mobileEsUsPact));
    await withMock(async (mock) => {
      expect(mock.pacts().conflicts).to.deep.equal([]);
      const news = await fetch(`${mock.url}/api/v1/us/news?limit=2`, {
        headers: { Prefer: 'example="the first two news for the widget"' },
      });
      const [row] = (await news.json()) as Record<string, unknown>[];
      expect(row).to.include({ id: 1, title: 'A title' }).and.include.keys('url_name', 'keyword_ids');
      const vote = await fetch(`${mock.url}/api/v3/mobile/fights/88005/vote`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'state="the client has not voted"' },
        body: JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'corner-watch-0001' }),
      });
      expect([vote.status, ((await vote.json()) as { client_id: string }).client_id]).to.deep.equal([
        201,
        'corner-watch-0001',
      ]);
      const gallery = await fetch(`${mock.url}/api/v3/mobile/media/77001`);
      expect([gallery.status, ((await gallery.json()) as { id: number }).id]).to.deep.equal([200, 77001]);
      expect(gallery.headers.get('vary'), 'as of every reply of the mock').to.equal('Accept-Encoding');
    });
  });

  it('keeps redirects to other sites, and paths in sessions', async () => {
    const leadsTo = async (location: string) => {
      edit(({ interactions: [first] }) =>
        Object.assign(first?.response as object, { headers: { Location: location } }),
      );
      return withMock(async (mock) => {
        const reply = await fetch(`${mock.url}/__session/pages/api/v3/mobile/fighters/3112`, {
          headers: { Prefer: 'example="a fighter for the profile screen"' },
        });
        return [reply.status, reply.headers.get('location')];
      });
    };
    expect(await leadsTo('https://fighters.example/3112')).to.deep.equal([200, 'https://fighters.example/3112']);
    expect(await leadsTo('/fighters/3112')).to.deep.equal([200, '/__session/pages/fighters/3112']);
  });

  it('names file, line and reason when one breaks', async () => {
    writeFileSync(swift(), '{\n  "consumer": { "name": "corner-ios" },\n  "interactions": [\n    {,}\n  ]\n}\n');
    expect(await fails()).to.match(/corner-ios-fight-sports-api\.json:4:6: Expected property name/);
    cpSync(handwritten, folder, { recursive: true });
    edit(({ interactions: [first] }) => Object.assign(first?.response as object, { status: 302 }));
    expect(await fails()).to.contain(
      '"a fighter for the profile screen": v3.fighter has no response with the status 302',
    );
  });

  it('reloads a single file, and keeps serving when it breaks', async () => {
    const messages: string[] = [];
    const work = async (mock: Mock) => {
      const headers = { Prefer: 'example="the first two news for the widget"' };
      const title = async () => {
        const reply = await fetch(`${mock.url}/api/v1/us/news?limit=2`, { headers });
        return ((await reply.json()) as { title: string }[])[0]?.title;
      };
      const afterEdit = async (message: RegExp) => {
        await eventually(() => messages.length > 0, 'a message');
        expect(messages.splice(0).at(-1)).to.match(message);
        return title();
      };
      edit(({ interactions: [, second] }) => {
        if (second) second.response.body = [{ id: 1, title: 'Another title' }];
      });
      expect(await afterEdit(/^Reloaded the pacts/)).to.equal('Another title');
      // Some editors replace the file instead of writing into it.
      writeFileSync(`${swift()}.tmp`, '{');
      renameSync(`${swift()}.tmp`, swift());
      const broken = /^Not reloaded; still serving the last good contracts: .*corner-ios.*\.json:1:2: /;
      expect(await afterEdit(broken)).to.equal('Another title');
      writeFileSync(swift(), readFileSync(join(handwritten, 'corner-ios-fight-sports-api.json')));
      expect(await afterEdit(/^Reloaded the pacts/)).to.equal('A title');
    };
    await withMock(work, (line) => messages.push(line), swift());
  });
});
