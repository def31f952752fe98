import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openRedis } from '../../../server/embedded/open-redis.ts';
import { checkPermissions } from '../../../server/store/check-permissions.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { freePort } from '../../support/run/ports.ts';

/** Every command that a script calls. */
const called = new Set(
  globSync('server/store/**/*.lua').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bp?call\('([A-Z]+)'/g)].map(([, name = '']) => name),
  ),
);

describe('checkPermissions', () => {
  let redis: TestNode;
  before(async () => {
    redis = await startNode(await freePort(), ['save ""']);
  });
  after(() => redis?.close());

  /** What the server says to a user with these rules; empty when it takes it. */
  async function saidTo(rules: string): Promise<string> {
    await redis.client.call('ACL', 'SETUSER', 'app', 'reset', 'on', '>secret', ...rules.split(' '));
    const redisUrl = redis.url.replace('//', '//app:secret@');
    try {
      const opened = await openRedis({ redisUrl, dataDir: '', check: checkPermissions });
      await opened.close();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }
  const lacks = (what: string) =>
    `Redis at ${redis.url.replace('//', '//app:***@')} refuses its user ${what}: grant that, or all of ~* &* +@all, with ACL SETUSER.`;

  it('names each missing command of a script', async () => {
    expect(called.size).to.be.greaterThan(30);
    for (const name of called) {
      const what = name === 'PUBLISH' ? 'PUBLISH on its channels (&*)' : name === 'SET' ? 'SET, its keys (~*)' : name;
      expect(await saidTo(`~* &* +@all -${name.toLowerCase()}`)).to.equal(lacks(what));
    }
  });

  it('names missing scripts, keys and channels', async () => {
    const channels = ['PUBLISH', 'SUBSCRIBE', 'PSUBSCRIBE'].map((name) => `${name} on its channels (&*)`);
    for (const [rules, what] of [
      ['~* &* +@all -eval', 'EVAL'],
      ['~* &* +@all -evalsha', 'EVALSHA'],
      ['~* +@all', channels.join(', ')],
      ['~* &content &live:* +@all', channels.join(', ')],
      ['~votes:buckets &* +@all', 'its keys (~*)'],
    ] as const) {
      expect(await saidTo(rules)).to.equal(lacks(what));
    }
  });

  it('accepts a user with all that is needed', async () => {
    for (const rules of [
      '~* &* +@all',
      '~* &* +@all -info -client -acl -config -flushall -keys',
      '~* &content &live:* &tally:* +@all',
    ]) {
      expect(await saidTo(rules)).to.equal('');
    }
  });
});
