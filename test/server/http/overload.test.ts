import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/index.ts';
import { send } from '../../support/http/send.ts';
import { type OpenAnswer, sendOpenLoop } from '../../support/load/open-loop.ts';
import { blockEventLoop } from '../../support/run/block.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const healthPath = '/api/v3/mobile/health';
const voteMs = 4;
/** Three times as many votes a second as the server can take. */
const offered = 3 * (1000 / voteMs);

const program = fileURLToPath(new URL('../../support/load/overloaded.ts', import.meta.url));

interface Slow {
  url: string;
  close(): Promise<void>;
}

async function startSlow(redisUrl: string, overloadGuard: 'on' | 'off'): Promise<Slow> {
  const child = fork(program, [redisUrl, String(voteMs), '0', overloadGuard], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async close() {
      child.disconnect();
      await exit;
    },
  };
}

/** The time within which 95 % are answered. */
const slowest = (answers: readonly OpenAnswer[]) =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(0.95 * answers.length)] ?? 0;

/** Requests health again and again, each time on a new connection. @returns the statuses. */
function watchHealth(url: string): () => Promise<number[]> {
  const seen: Promise<number>[] = [];
  const ask = () =>
    send(url, 'GET', healthPath).then(
      ({ status }) => status,
      () => 0,
    );
  const timer = setInterval(() => seen.push(ask()), 50);
  return () => {
    clearInterval(timer);
    return Promise.all(seen);
  };
}

describe('overload', () => {
  let night: FightNight;
  let runs = 0;
  beforeEach(async () => {
    night = await startFightNight({}, { changesPerTenSeconds: 0 });
  });
  afterEach(() => night.close());

  const counted = async () => {
    const [tally] = await night.store.votes.tallies([ids.fightInProgress]);
    return tally?.get(2)?.get(ids.fightInProgressFighter1Statid) ?? 0;
  };

  /** Votes of different clients, at three times the rate that the server can take. */
  async function castVotes(url: string, seconds: number): Promise<OpenAnswer[]> {
    const run = ++runs;
    return sendOpenLoop(url, {
      ...{ perSecond: offered, total: Math.round(offered * seconds), connections: 300 },
      request: (index) => ({
        ...{ method: 'POST', path: votePath },
        body: {
          round_num: 2,
          fighter_statid: ids.fightInProgressFighter1Statid,
          client_id: `crowding-client-${run}-${String(index).padStart(7, '0')}`,
        },
      }),
    });
  }

  function figuresOf(answers: readonly OpenAnswer[]) {
    const accepted = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(({ status }) => status === 503).length;
    return { accepted, refused, others: answers.length - accepted - refused };
  }

  it('H04: refuses excess votes, and counts the accepted', async () => {
    const seconds = scaled(2);
    const measure = async (overloadGuard: 'on' | 'off') => {
      const before = await counted();
      const server = await startSlow(night.redis.url, overloadGuard);
      const health = watchHealth(server.url);
      const answers = await castVotes(server.url, seconds);
      const probes = await health();
      await server.close();
      return { answers, probes, counted: (await counted()) - before };
    };
    const runs = [];
    for (const overloadGuard of ['on', 'off'] as const) {
      let run = await measure(overloadGuard);
      // Sent more slowly, as a busy machine does, they are no overload.
      const isSlow = () => Math.max(...run.answers.map(({ sentMs }) => sentMs)) > 1_300 * seconds;
      for (let tries = 1; isSlow() && tries < 5; tries++) run = await measure(overloadGuard);
      runs.push({ ...run, figures: figuresOf(run.answers) });
    }
    const [braked, control] = runs as [(typeof runs)[number], (typeof runs)[number]];
    const { answers, figures, probes } = braked;
    expect(figures.others, 'neither 201 nor 503: 408, resets').to.equal(0);
    expect(figures.refused).to.be.above(0.3 * answers.length);
    expect(figures.accepted).to.be.above(0.1 * answers.length);
    expect(braked.counted, 'as many as were acknowledged').to.equal(figures.accepted);
    expect(new Set(probes)).to.deep.equal(new Set([200]));
    // Both on the same machine in turn: without the overload guard the last votes wait for all votes before them.
    expect(slowest(answers)).to.be.below(0.7 * slowest(control.answers));
    expect(control.figures.refused, 'control').to.equal(0);
    const waits = new Set<string>();
    for (const { headers, body } of answers.filter(({ status }) => status === 503)) {
      expect(JSON.parse(body)).to.include({ type: 'urn:problem-type:service-unavailable', instance: votePath });
      waits.add(String(headers['retry-after']));
    }
    expect(waits.size, 'they come back at different times').to.be.at.least(4);
    for (const wait of waits) expect(wait).to.match(/^([1-9]|1[0-6])$/);
  });
});

describe('the overload guard', () => {
  const updatePath = '/api/v1/us/fight_metrics/update_live_event';
  const none = { lateMs: -10, afterMs: -1, maxWaitMs: { urgent: -1, others: -1 } };

  it('H11: refuses no request for one long turn', async () => {
    const night = await startFightNight({ overload: {} });
    try {
      const ask = () => send(night.url, 'GET', '/api/v1/us/news?limit=3');
      await ask();
      blockEventLoop(120);
      expect((await ask()).status).to.equal(200);
      // At once, or when the turns of a busy machine are short again.
      await eventually(() => !night.server.overloadGuard?.isOn, 'the guard is off');
    } finally {
      await night.close();
    }
  });

  it('passes live updates with a valid feed key only', async () => {
    // Refuses what may be refused before votes.
    const night = await startFightNight({ overload: { ...none, maxWaitMs: { urgent: 60_000, others: -1 } } });
    const update = JSON.stringify({ sequence: 1, FMLiveFeed: { EventID: '870' } });
    const statusWith = async (authorization: string | undefined) => {
      const headers = { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) };
      return (await send(night.url, 'POST', updatePath, headers, update)).status;
    };
    try {
      expect(await statusWith(undefined), 'no key').to.equal(503);
      expect(await statusWith(`Bearer ${wrongFeedKey}`), 'a wrong key').to.equal(503);
      expect(await statusWith(`Bearer ${feedKey}`), 'a valid key').to.equal(200);
      const vote = await send(night.url, 'POST', votePath, { 'Content-Type': 'application/json' }, '{}');
      expect(vote.status, 'a vote').to.equal(422);
    } finally {
      await night.close();
    }
  });

  it('never refuses health or cached replies', async () => {
    // Refuses every request that it may refuse.
    const night = await startFightNight({ overload: none });
    const cached = '/api/v1/us/news';
    try {
      expect((await send(night.url, 'GET', cached)).status).to.be.oneOf([200, 503]);
      const crowd = await sendOpenLoop(night.url, {
        ...{ perSecond: 10_000, total: 300, connections: 1 },
        request: (index) => {
          if (index % 30 === 29) blockEventLoop(30);
          return index % 3 === 0
            ? { method: 'GET', path: healthPath }
            : { method: 'POST', path: votePath, body: { round_num: 99 } };
        },
      });
      const [healths, votes] = [0, 1].map((kind) => crowd.filter((_, index) => (index % 3 === 0) === (kind === 0)));
      expect(new Set(healths?.map(({ status }) => status))).to.deep.equal(new Set([200]));
      const statuses = new Set(votes?.map(({ status }) => status));
      expect(statuses.has(503)).to.equal(true);
      statuses.delete(503);
      statuses.delete(422);
      expect([...statuses]).to.deep.equal([]);
    } finally {
      await night.close();
    }
  });
});
