import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/index.ts';
import { createLog } from '../../../server/processes/log.ts';
import { samplePost } from '../../support/fixtures/sample-requests.ts';
import { json, send } from '../../support/http/send.ts';
import { type Asked, type FalseRedis, startFalseRedis } from '../../support/redis/false-redis.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';
import { uncached } from '../../support/server/server.ts';

const handshake = new Set(['hello', 'client', 'info', 'auth', 'select']);

/** Error replies of each type that Redis has, with the arguments where it quotes them, and some that quote more. */
const errors: readonly ((asked: Asked) => string)[] = [
  ({ name, args }) =>
    `ERR unknown command '${name}', with args beginning with: ${args.map((arg) => `'${arg}'`).join(' ')}`,
  ({ name, args }) => `ERR wrong number of arguments for '${name}' command ${args.join(' ')}`,
  ({ args }) => `ERR Error running script (call to f_x): user_script:3: ${args.join(' ')}`,
  ({ args }) => `WRONGTYPE Operation against a key holding the wrong kind of value ${args.join(',')}`,
  ({ args }) => `CORRUPT vote of "${args.join('|')}"`,
  ({ args }) => `NOPERM this user has no permissions to access one of the keys used as arguments: ${args.join(' ')}`,
  ({ name, args }) => `NOPERM User default has no permissions to run the '${name}' command ${args.at(-1)}`,
  ({ args }) => `OOM command not allowed when used memory > 'maxmemory'. ${args.join(' ')}`,
  ({ args }) => `READONLY You can't write against a read only replica. ${args[0]}`,
  ({ args }) => `MISCONF ${args.join('')}`,
  ({ args }) => `NEWWORD:${args.join(':')}`,
  ({ args }) => args.join(' '),
];

describe('the log of Redis errors', () => {
  let redis: TestNode;
  let liar: FalseRedis;
  before(async () => {
    redis = await startRedis();
    liar = await startFalseRedis(redis.port);
  });
  after(async () => {
    await liar.close();
    await redis.close();
  });

  const posts = operations.filter(({ method }) => method === 'POST');
  let number = 0;

  /** Everything that sends commands: each kind of write, and reads. */
  async function useAll(night: Night): Promise<void> {
    const voter = 'leaked-client-0123456789';
    const vote = `round/2/fighter/${ids.fightInProgressFighter1Statid}/vote/${voter}`;
    await Promise.all([
      ...posts.map((operation) => {
        const { path, headers, body } = samplePost(operation, ++number);
        return send(night.url, 'POST', path, headers, body.replace(/poster-\d{10}/, voter));
      }),
      send(night.url, 'GET', `/api/v3/mobile/fights/${ids.fightInProgress}/${vote}`),
      send(night.url, 'GET', `/api/v3/mobile/fights/${ids.fightInProgress}/votes`),
      send(night.url, 'GET', '/api/v1/us/live'),
      send(night.url, 'GET', '/api/v1/us/health'),
    ]);
  }

  /** The log while each command in turn is answered with each error. */
  async function logged() {
    let text = '';
    const write = (line: string) => {
      text += line;
    };
    const log = createLog('debug', { write });
    const night = await startNightAt(liar.url, { ...uncached, log });
    await useAll(night);
    const commands = [...liar.names].filter((name) => !handshake.has(name) && !name.endsWith('subscribe'));
    const isWell = async () => json(await send(night.url, 'GET', '/api/v1/us/health')).status === 'ok';
    for (const command of commands) {
      for (const kind of errors) {
        liar.lie = (asked) =>
          asked.name === command ? { bytes: `-${kind(asked).replace(/[\r\n]/g, ' ')}\r\n` } : undefined;
        await useAll(night);
        liar.lie = () => undefined;
      }
      await eventually(isWell, 'Redis is used again');
    }
    await night.close();
    return { text, commands };
  }

  it('contains no client id and no key', async () => {
    const { text, commands } = await logged();
    const lines = text.split('\n').filter((line) => line.includes('"err"'));
    expect(commands).to.include.members(['castBallots', 'updateLive', 'readContent', 'hget', 'hgetall']);
    expect(lines.length).to.be.above(20);
    expect(text).not.to.contain('leaked-client');
    expect(text).not.to.match(/\{\d+:|:rate:|"args"/);
    expect(text).to.contain('WRONGTYPE Operation against a key holding the wrong kind of value');
  });
});
