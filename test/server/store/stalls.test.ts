import { expect } from 'chai';
import { type Connections, connect } from '../../../server/store/redis/connection/connect.ts';
import { run } from '../../../server/store/redis/scripts.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { blockEventLoop } from '../../support/run/block.ts';

// Redis has answered meanwhile: its reply waits in the socket when the timers of the process are due.
describe('a reply during a stall of this process', () => {
  let redis: TestNode;
  let connections: Connections;
  before(async () => {
    redis = await startRedis();
    connections = await connect(redis.url);
  });
  after(async () => {
    connections.close();
    await redis.close();
  });

  const commands = {
    'a command': { send: () => connections.reads.ping(), answer: /^"PONG"$/ },
    'a transaction': {
      send: () => connections.reads.multi().set('a', '1').get('a').exec(),
      answer: /^\[\[null,"OK"\],\[null,"1"\]\]$/,
    },
    'a script': { send: () => run(connections.reads, 'readTime', ['a'], []), answer: /^\d{13}$/ },
  };
  const outcome = (reply: Promise<unknown>) => reply.then(JSON.stringify, ({ name }: Error) => name);

  it('is used when Redis stalled, too', async () => {
    redis.signal('SIGSTOP');
    const replies = Object.values(commands).map(({ send }) => outcome(send()));
    blockEventLoop(400);
    setTimeout(() => redis.signal('SIGCONT'), 50);
    const answers = await Promise.all(replies);
    for (const [index, { answer }] of Object.values(commands).entries()) expect(answers[index]).to.match(answer);
  });

  // A command has 250 ms, a connection with data outstanding 1,500.
  for (const ms of [270, 1_520]) {
    for (const [name, { send, answer }] of Object.entries(commands)) {
      it(`is used for ${name} after ${ms} ms`, async () => {
        let isClosed = false;
        const onClose = () => {
          isClosed = true;
        };
        connections.reads.once('close', onClose);
        const reply = outcome(send());
        blockEventLoop(ms);
        expect(await reply).to.match(answer);
        expect(isClosed).to.equal(false);
        connections.reads.off('close', onClose);
      });
    }
  }

  it('control: fails when only Redis stalls', async () => {
    const closed = new Promise((resolve) => connections.reads.once('close', resolve));
    redis.signal('SIGSTOP');
    try {
      const replies = Object.values(commands).map(({ send }) => outcome(send()));
      expect(await Promise.all(replies)).to.deep.equal(['Error', 'Error', 'StoreUnavailable']);
      await closed;
    } finally {
      redis.signal('SIGCONT');
    }
  });
});
