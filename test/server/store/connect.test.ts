import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { describeAwayMasters } from '../../../server/store/redis/connection/away-masters.ts';
import { type Connections, connect } from '../../../server/store/redis/connection/connect.ts';
import { type Answers, bulk, startAnswers } from '../../support/redis/answers.ts';
import { eventually } from '../../support/run/eventually.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

const servers: Answers[] = [];
const opened: Connections[] = [];
const closeAfterEach = () =>
  afterEach(async () => {
    for (const connections of opened.splice(0)) connections.close();
    for (const server of servers.splice(0)) await server.close();
  });

type Replies = Record<string, string | ((socket: Socket) => string | undefined)>;
/** Answers INFO, PING, SELECT as a Redis, and these commands so; a name may have a second word. */
async function start(replies: Replies = {}): Promise<Answers & { url: string }> {
  const all: Replies = { info: bulk('redis_version:7.2.0\r\n'), ping: '+PONG\r\n', select: '+OK\r\n', ...replies };
  const server = await startAnswers((words, socket) => {
    const [name = '', second] = words.map((word) => word.toLowerCase());
    const reply = all[`${name} ${second}`] ?? all[name];
    return typeof reply === 'function' ? reply(socket) : (reply ?? '-ERR unknown command\r\n');
  });
  servers.push(server);
  return Object.assign(server, { url: `redis://127.0.0.1:${server.port}` });
}
async function open(url: string, options = {}): Promise<Connections> {
  const connections = await connect(url, options);
  opened.push(connections);
  return connections;
}
/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const { port, close } = await startAnswers(() => undefined);
  await close();
  return port;
}
const clientsOf = ({ reads, writes, ballotConnection, bulk: last }: Connections) => [
  reads,
  writes,
  ballotConnection,
  last,
];
const timeouts = (client: Connections['reads']) => {
  const { commandTimeout, socketTimeout } = client.options as Record<string, unknown>;
  return [commandTimeout, socketTimeout];
};

describe('connections to Redis', () => {
  closeAfterEach();

  it('are three at once, and one for publishing when it is used, which may take longer', async () => {
    const server = await start();
    const { close, ...clients } = await open(server.url);
    expect(Object.keys(clients)).to.deep.equal(['reads', 'writes', 'ballotConnection', 'bulk']);
    const { reads, writes, ballotConnection, bulk: publishing } = clients;
    const eager = [reads, writes, ballotConnection];
    expect(eager.map(({ status }) => status)).to.deep.equal(['ready', 'ready', 'ready']);
    expect([publishing.status, server.connections()]).to.deep.equal(['wait', 3]);
    expect(eager.map(timeouts)).to.deep.equal([
      [250, 1_500],
      [250, 1_500],
      [250, 1_500],
    ]);
    expect(timeouts(publishing)).to.deep.equal([30_000, 30_000]);
    expect(server.asked).to.deep.include(['info', 'cluster']);
    expect(server.asked.map(([name]) => name)).not.to.include('select');
    // Without listeners ioredis writes errors to the standard error, or throws them.
    for (const client of [...eager, publishing]) {
      expect([client.listenerCount('error'), client.listenerCount('node error')]).to.deep.equal([2, 1]);
    }
    await publishing.connect();
    expect(server.connections()).to.equal(4);
    let ends = 0;
    for (const client of [...eager, publishing]) client.once('end', () => ends++);
    close();
    await eventually(() => server.open() === 0 && ends > 3, 'all are closed');
    expect(ends).to.equal(4);
  });

  it('that wait for their next attempt say that they end', async () => {
    const server = await start();
    const connections = await open(server.url);
    const ends: string[] = [];
    for (const [name, client] of Object.entries({ reads: connections.reads, bulk: connections.bulk })) {
      client.on('end', () => ends.push(name));
    }
    Object.assign(connections.reads, { status: 'reconnecting' });
    connections.close();
    expect(ends).to.deep.equal(['reads']);
  });

  it('report every five seconds that Redis does not answer yet, until it does', async () => {
    const server = await start();
    const lines: string[] = [];
    const timers: { run: () => void; ms: number | undefined }[] = [];
    const restore = replaceTimers('setInterval', 'connection/connect.ts', (run, ms) => {
      timers.push({ run, ms });
      return 'the timer';
    });
    const clear = mock.method(globalThis, 'clearInterval', () => undefined);
    try {
      await open(server.url, { report: (line: string) => lines.push(line) });
      await open(server.url);
    } finally {
      restore();
      clear.mock.restore();
    }
    for (const { run } of timers) run();
    expect(timers.map(({ ms }) => ms)).to.deep.equal([5_000, 5_000]);
    expect(lines).to.deep.equal([`Redis at ${server.url} does not answer yet: waiting.`]);
    const cleared = clear.mock.calls.map(({ arguments: [timer] }) => timer as unknown);
    expect(cleared.filter((timer) => timer === 'the timer')).to.have.length(2);
  });

  it('are refused with a sentence for an address that is none, a node of a Cluster, and a database that is not there', async () => {
    const node = await start({ info: bulk('role:master\r\ncluster_enabled:1\r\n') });
    const other = await start({
      info: bulk('x_cluster_enabled:1\r\n'),
      'select 3': '-ERR DB index is out of range\r\n',
    });
    const shown = (url: string) => url.replace('//', '//:***@');
    const secret = (url: string) => url.replace('//', '//:secret@');
    for (const [url, reason] of [
      ['redis://a:x', 'REDIS_URL needs host:port as node 1.'],
      [
        secret(node.url),
        `Redis at ${shown(node.url)} is a node of a Cluster: write REDIS_URL as ${shown(node.url.replace('redis', 'redis+cluster'))}.`,
      ],
      [
        `${node.url}/2`,
        `Redis at ${node.url}/2 is a node of a Cluster: write REDIS_URL as ${node.url.replace('redis', 'redis+cluster')}.`,
      ],
      [
        secret(`${other.url}/3`),
        `Redis at ${shown(other.url)}/3 does not give this database (ERR DB index is out of range): correct REDIS_URL.`,
      ],
    ] as const) {
      for (const mayBeAway of [false, true]) {
        expect(await reasonOf(connect(url, { mayBeAway }))).to.equal(`RedisUnreachable: ${reason}`);
      }
    }
    await eventually(() => node.open() + other.open() === 0, 'all are closed');
    const broken = { toString: () => expect.fail('a fault of the program') } as unknown as string;
    expect(await reasonOf(connect(broken))).to.equal('AssertionError: a fault of the program');
  });

  it('are made to a Redis that does not let its user ask what it is', async () => {
    const server = await start({ 'info cluster': "-NOPERM no permissions to run the 'info' command\r\n" });
    expect((await open(server.url)).reads.status).to.equal('ready');
  });

  it('cannot be made where nothing answers, which is said in one sentence unless Redis may be away', async () => {
    const port = await closedPort();
    const url = `redis://:secret@127.0.0.1:${port}`;
    const logged = mock.method(console, 'error', () => undefined);
    expect(await reasonOf(connect(url))).to.equal(
      `RedisUnreachable: Redis cannot be reached at redis://:***@127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port}): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
    );
    const connections = await open(url, { mayBeAway: true });
    expect(clientsOf(connections).map(({ status }) => status)).not.to.include('ready');
    connections.close();
    await turn();
    logged.mock.restore();
    expect(logged.mock.calls.map((call) => call.arguments)).to.deep.equal([]);
  });

  it('cannot be made to a Redis that ends while it is asked for the database', async () => {
    let selects = 0;
    // The first of each connection belongs to its opening.
    const select = (socket: Socket) => (++selects > 3 ? void socket.destroy() : '+OK\r\n');
    const { url, asked } = await start({ select });
    expect(await reasonOf(connect(`${url}/1`))).to.equal(
      `RedisUnreachable: Redis cannot be reached at ${url}/1 (Reached the max retries per request limit (which is 0). Refer to "maxRetriesPerRequest" option for details.): start it there, correct REDIS_URL, or unset it to use the embedded Redis.`,
    );
    expect(asked.filter(([name]) => name === 'select')).to.deep.equal(Array.from({ length: 4 }, () => ['select', '1']));
  });

  it('are closed, and made again, when their database is refused later', async () => {
    const { url } = await start();
    const connections = await open(url);
    for (const client of clientsOf(connections)) {
      const closed = mock.method(client, 'disconnect', () => undefined);
      client.emit('error', new Error('no command'));
      client.emit('error', Object.assign(new Error('another command'), { command: { name: 'get' } }));
      expect(closed.mock.callCount()).to.equal(0);
      client.emit('error', Object.assign(new Error('refused'), { command: { name: 'select' } }));
      expect(closed.mock.calls.map((call) => call.arguments)).to.deep.equal([[true]]);
      closed.mock.restore();
    }
  });

  it('to a Cluster are those to its masters, too, but for one that is away', async () => {
    const ranges: string[] = [];
    const nodeReplies: Replies = {
      'cluster slots': () => `*${ranges.length}\r\n${ranges.join('')}`,
      'cluster info': bulk('cluster_state:ok\r\n'),
      info: bulk('cluster_enabled:1\r\n'),
    };
    const nodes = [await start(nodeReplies), await start({ ...nodeReplies, ping: '-LOADING x\r\n' })];
    const rangeOf = (from: number, to: number, { port }: Answers) =>
      `*3\r\n:${from}\r\n:${to}\r\n*2\r\n${bulk('127.0.0.1')}:${port}\r\n`;
    ranges.push(rangeOf(0, 8_191, nodes[0] as Answers), rangeOf(8_192, 16_383, nodes[1] as Answers));
    const { reads } = await open(`redis+cluster://127.0.0.1:${nodes[0]?.port}`);
    expect(reads.status).to.equal('ready');
    for (const { asked } of nodes) {
      expect(asked.filter(([name]) => name === 'ping')).to.have.length.above(0);
      expect(asked.map((words) => words.join(' '))).not.to.include('info cluster');
    }
  });
});

describe('masters of a Cluster that do not answer', () => {
  closeAfterEach();

  const range = (...master: string[]) => `*${2 + master.length}\r\n:0\r\n:1\r\n${master.join('')}`;
  const at = (host: string, port: number) => `*2\r\n${bulk(host)}:${port}\r\n`;
  const list = (...ranges: string[]) => `*${ranges.length}\r\n${ranges.join('')}`;

  it('are named, each once, and nothing is left of the question', async () => {
    const [one, other] = [await closedPort(), await closedPort()];
    const well = await start();
    const refusing = await start({ ping: '-MASTERDOWN x\r\n' });
    const logged = mock.method(console, 'error', () => undefined);
    const cleared = mock.method(globalThis, 'clearTimeout');
    const limits: (number | undefined)[] = [];
    const handles: unknown[] = [];
    const restore = replaceTimers('setTimeout', 'connection/away-masters.ts', (_, ms) => {
      const handle = setTimeout(() => undefined, 60_000).unref();
      handles.push(handle);
      limits.push(ms);
      return handle;
    });
    const asked = async (...ranges: string[]) => {
      const server = await start({ 'cluster slots': list(...ranges) });
      // The first does not answer, and is asked all the same.
      const url = `redis+cluster://user:secret@127.0.0.1:${one},127.0.0.1:${server.port}`;
      const said = await describeAwayMasters(parseAddress(url));
      await eventually(() => server.open() === 0, 'the node is left');
      return said;
    };
    try {
      expect(await asked(range(at('127.0.0.1', well.port)))).to.equal('');
      expect(await asked(range(), range(at('', one)), range(at('127.0.0.1', one)))).to.equal(
        `master 127.0.0.1:${one} of the Cluster does not answer`,
      );
      const three = [one, well.port, refusing.port, other].map((port) => range(at('127.0.0.1', port)));
      expect(await asked(...three)).to.equal(
        `masters 127.0.0.1:${one}, 127.0.0.1:${refusing.port}, 127.0.0.1:${other} of the Cluster do not answer`,
      );
      await eventually(() => well.open() + refusing.open() === 0, 'the masters are left');
    } finally {
      restore();
      for (const one of [cleared, logged]) one.mock.restore();
    }
    expect(new Set(limits)).to.deep.equal(new Set([2_000]));
    expect(well.greetings.filter(([name]) => name === 'hello')).to.deep.equal([
      ['hello', '3', 'AUTH', 'user', 'secret'],
      ['hello', '3', 'AUTH', 'user', 'secret'],
    ]);
    const ended = new Set(cleared.mock.calls.map(({ arguments: [timer] }) => timer as unknown));
    expect(handles.filter((handle) => !ended.has(handle))).to.deep.equal([]);
    expect(logged.mock.calls.map((call) => call.arguments)).to.deep.equal([]);
  });

  it('have two seconds for each answer', async () => {
    const limits: (number | undefined)[] = [];
    const restore = replaceTimers('setTimeout', 'redis/reply-timeout.ts', (_, ms) => void limits.push(ms));
    try {
      const well = await start();
      const asked = await start({ 'cluster slots': list(range(at('127.0.0.1', well.port))) });
      const address = parseAddress(`redis+cluster://127.0.0.1:${asked.port}`);
      expect(await describeAwayMasters(address)).to.equal('');
    } finally {
      restore();
    }
    expect(new Set(limits)).to.deep.equal(new Set([2_000]));
  });

  it('are none where no node answers, and at one Redis, which is not asked', async () => {
    const port = await closedPort();
    expect(await describeAwayMasters(parseAddress(`redis+cluster://127.0.0.1:${port}`))).to.equal('');
    const single = await start({ 'cluster slots': list(range(at('127.0.0.1', port))) });
    expect(await describeAwayMasters(parseAddress(single.url))).to.equal('');
    expect(single.connections()).to.equal(0);
  });
});
