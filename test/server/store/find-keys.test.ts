import { expect } from 'chai';
import { findKeys } from '../../../server/backup/keys.ts';
import { mastersOf, type RedisClient } from '../../../server/store/redis/connection/client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const ownLine = (id: string, slots: string) =>
  `0a 127.0.0.1:1 slave x - 0 0 1 connected\n${id} 127.0.0.1:2 myself,master - 0 0 1 connected ${slots}\n`;

/** A master that reports these runs and slots in turn, the last one again and again. */
function master(name: string, slots: readonly string[], runs: readonly string[]) {
  const [asked, started] = [slots.values(), runs.values()];
  return {
    cluster: async () => ownLine(name, asked.next().value ?? slots.at(-1) ?? ''),
    info: async () => `redis_version:7\r\nrun_id:${started.next().value ?? runs.at(-1)}\r\n`,
    scan: async () => ['0', [`key-${name}`]],
  };
}

async function found(client: unknown, signal = new AbortController().signal): Promise<string> {
  const names: string[] = [];
  const work = (async () => {
    for await (const some of findKeys(client as RedisClient, signal)) names.push(...some);
  })();
  const reason = await reasonOf(work);
  return reason === 'done' ? names.join() : reason;
}
const cluster = (...masters: object[]) => ({ nodes: (role: string) => (role === 'master' ? masters : []) });

const changed = 'StoreRefused: Redis was restarted or slots were moved meanwhile: run the command again.';
const moving = 'StoreRefused: Slots of the Cluster are being moved: run the command again when that has finished.';
const missing = (slots: number) =>
  `StoreRefused: Only ${slots} of the 16384 slots of the Cluster are on reachable masters: run the command again when all are.`;

describe('findKeys', () => {
  it('finds the keys of one Redis or of all masters', async () => {
    expect(await found(master('a', [''], ['r1']))).to.equal('key-a');
    const all = cluster(master('a', ['0-5460'], ['r1']), master('b', ['5461 5462-16383'], ['r2']));
    expect(mastersOf(all as unknown as RedisClient)).to.have.length(2);
    expect(await found(all)).to.equal('key-a,key-b');
  });

  for (const [title, client, reason] of [
    ['Redis was restarted meanwhile', master('a', [''], ['r1', 'r2']), changed],
    [
      'slots moved meanwhile',
      cluster(master('a', ['0-99', '0-98'], ['r']), master('b', ['100-16383', '99-16383'], ['s'])),
      changed,
    ],
    ['a slot is missing', cluster(master('a', ['0-5460'], ['r']), master('b', ['5461-16382'], ['s'])), missing(16_383)],
    ['a slot is on two masters', cluster(master('a', ['0-16383'], ['r']), master('b', ['7'], ['s'])), missing(16_385)],
    ['a master has no slots', cluster(master('a', [''], ['r'])), missing(0)],
    ['a slot is moving', cluster(master('a', ['0-16383 [7->-0b]'], ['r'])), moving],
  ] as const) {
    it(`refuses when ${title}`, async () => {
      expect(await found(client)).to.equal(reason);
    });
  }

  it('ends when aborted', async () => {
    expect(await found(master('a', [''], ['r1']), AbortSignal.abort())).to.match(/^AbortError/);
  });
});
