import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { json, send } from '../../support/http/send.ts';
import { startCluster, type TestCluster } from '../../support/redis/cluster.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';
import { runContent } from './run-content.ts';

describe('npm run content on a Cluster of three masters', () => {
  let cluster: TestCluster;
  let night: Night;
  let folder: string;
  before(async () => {
    cluster = await startCluster();
    night = await startNightAt(cluster.url, { cacheBytes: 0 });
    folder = await mkdtemp(join(tmpdir(), 'fightcard-content-cluster-'));
  });
  after(async () => {
    await night.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  });

  const content = (args: string[], input = '') => runContent({ redisUrl: cluster.url, folder }, args, input);
  const done = async (args: string[], input?: string) => {
    const { code, out, err } = await content(args, input);
    expect(code, `${args.join(' ')}: ${err}`).to.equal(0);
    return out;
  };
  const news = async () => (await send(night.url, 'GET', '/api/v3/mobile/news')).body.toString();

  it('runs every verb as on one Redis', async () => {
    const before = await news();
    const [first] = JSON.parse(await done(['list', '--json'])).generations;

    const article = {
      id: 77,
      title: 'Uno',
      article_date: '2031-04-06T00:00:00Z',
      last_modified: '2031-04-06T00:00:00Z',
      url_name: 'uno',
    };
    await done(['put', 'news', '-'], JSON.stringify(article));
    expect(json(await send(night.url, 'GET', '/api/v1/us/news/77')).title).to.equal('Uno');
    await done(['remove', 'news', String(ids.article)]);
    expect((await send(night.url, 'GET', `/api/v1/us/news/${ids.article}`)).status).to.equal(404);
    expect(await done(['diff', String(first.number ?? first.generation), 'live'])).to.include('77');

    await done(['rollback', String(first.number ?? first.generation)]);
    expect(await news()).to.equal(before);

    await done(['export', 'all']);
    await done(['publish', 'all']);
    expect(await news()).to.equal(before);
    expect(await done(['audit'])).to.match(/0 errors|no errors|nothing wrong/i);
  });
});
