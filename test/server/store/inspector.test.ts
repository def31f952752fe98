import { expect } from 'chai';
import { createInspector } from '../../../server/store/content/inspect.ts';
import type { StoreFault } from '../../../server/store/redis/errors.ts';
import { recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

async function read<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

describe('the inspector of tallies', () => {
  const keys = ['{7:05cc}:tally', '{7:05cc}:votes:3', '{8:0bku}:scores:1', '{6:056i}:scoretally', '{9:05cc}:votes:33'];
  const others = ['x{5:05cc}:tally', '{5:05cc}:tally:x', '{5:05cc}:windows', '{content}:tally', '{5a:05cc}:votes:1'];

  it('looks at every bucket that has ballots or tallies, on each master, in their order', async () => {
    const nodes = [keys.slice(0, 2), [...keys.slice(2), ...others]].map((page) => recordClient(() => ['0', page]));
    const { client, asked } = recordClient((name) => (name === 'hscan' ? ['0', []] : {}), {
      nodes: () => nodes.map((node) => node.client),
    });
    const found = await read(createInspector(client).tallies(false));
    expect(found).to.deep.equal(
      ['6:056i', '7:05cc', '8:0bku'].flatMap((bucket) =>
        ['votes', 'scores'].map((what) => ({ bucket, what, counted: 0, differs: [], isBusy: false })),
      ),
    );
    for (const node of nodes) expect(node.asked).to.deep.equal([['scan', '0', 'COUNT', 2_000]]);
    expect(asked[0]).to.deep.equal(['hgetall', '{6:056i}:tally']);
  });

  it('reports what cannot be read, and goes on; other errors end it', async () => {
    const wrong = Object.assign(new Error('WRONGTYPE Operation'), { name: 'ReplyError' });
    const inspectorOf = (error: Error) =>
      createInspector(
        recordClient((name, [key]) => {
          if (name === 'scan') return ['0', ['{7:05cc}:tally']];
          if (key === '{7:05cc}:tally') return error;
          return name === 'hscan' ? ['0', []] : {};
        }).client,
      );
    const told: string[] = [];
    const onFault = (where: string, fault: StoreFault) => told.push(`${where} ${fault.message}`);
    const found = await read(inspectorOf(wrong).tallies(false, onFault));
    expect([told, found.map(({ what }) => what)]).to.deep.equal([['7:05cc votes WRONGTYPE Operation'], ['scores']]);
    expect(await reasonOf(read(inspectorOf(wrong).tallies(false)))).to.equal('StoreFault: WRONGTYPE Operation');
    expect(await reasonOf(read(inspectorOf(new Error('no answer')).tallies(false, onFault)))).to.match(
      /^StoreUnavailable: /,
    );
  });
});

describe('the inspector of content', () => {
  const wrong = '{content}:3:news:lists';
  const recordContent = (live: string | null, status = 'ready') =>
    recordClient(
      (name, [key]) => {
        if (name === 'lockContent') return 'token 0 ';
        if (name === 'get') return live;
        if (name === 'scan') return ['0', [wrong]];
        return name === 'type' ? 'string' : key === wrong ? 1 : 0;
      },
      { status },
    );

  it('opens the live generation without a lock, and repairs nothing', async () => {
    for (const [live, about] of [
      ['12', '{content}:live:12:about'],
      [null, '{content}:live:0:about'],
    ] as const) {
      const { client, asked } = recordContent(live);
      const types = await createInspector(client).exclusively(false, async (otherTypes, open) => {
        await (await open()).setFigures('news', 1, 2);
        return otherTypes;
      });
      expect(types.map(({ key, repaired }) => [key, repaired])).to.deep.equal([[wrong, false]]);
      expect(asked.slice(2)).to.deep.equal([
        ['get', '{content}:live'],
        ['hset', about, 'records:news', 1, 'bytes:news', 2],
      ]);
    }
  });

  it('repairs nothing once the lock was lost', async () => {
    let touch = () => undefined as unknown;
    const restore = replaceTimers('setInterval', 'content/publish.ts', (run) => {
      touch = run;
      return undefined;
    });
    const lost = /^PublishInProgress: This publish stalled for more than 10 seconds/;
    try {
      const { client, asked } = recordContent('12');
      const late = createInspector(client).exclusively(true, async (_, open) => {
        const inspection = await open();
        await touch();
        await new Promise((turn) => setImmediate(turn));
        await inspection.setFigures('news', 1, 2);
      });
      expect(await reasonOf(late)).to.match(lost);
      expect(asked.map(([name]) => name)).not.to.include('hset');
      const early = recordClient(async (name) => {
        if (name === 'scan') {
          await touch();
          await new Promise((turn) => setImmediate(turn));
          return ['0', [wrong]];
        }
        return name === 'lockContent' ? 'token 0 ' : name === 'type' ? 'string' : 0;
      });
      expect(await reasonOf(createInspector(early.client).exclusively(true, async () => undefined))).to.match(lost);
      expect(early.asked.map(([name]) => name)).not.to.include('unlink');
    } finally {
      restore();
    }
  });

  it('holds the lock of all collections, without a generation, while it may repair', async () => {
    const { client, asked } = recordContent('12');
    const types = await createInspector(client).exclusively(true, async (otherTypes) => otherTypes);
    expect(types.map(({ repaired }) => repaired)).to.deep.equal([true]);
    const [lock, ...more] = asked;
    expect(lock?.slice(0, 2)).to.deep.equal(['lockContent', ['{content}:publishing', '{content}:counter']]);
    expect(lock?.slice(3)).to.deep.equal([
      ...[
        '10000',
        '0',
        'alerts',
        'events',
        'fighters',
        'media',
        'news',
        'octagon_girls',
        'pages',
        'stats',
        'translations',
      ],
    ]);
    expect(more.map(([name]) => name)).to.deep.equal(['scan', 'pipeline', 'unlink', 'touchLock']);
    expect(more.at(-1)).to.deep.equal(['touchLock', ['{content}:publishing'], 'token 0 ', '0']);
  });
});
