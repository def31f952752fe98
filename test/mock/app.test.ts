import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createClient } from '../../contracts/client/client.ts';
import { ProblemError } from '../../contracts/client/methods.ts';
import { startMock } from '../../mock/start.ts';
import { startFightNight } from '../support/server/fight-night.ts';
import { uncached } from '../support/server/server.ts';

/** A provider behind a network that can lose the reply to a request. */
interface Target {
  url: string;
  /** Headers of a request whose reply gets lost. */
  lossy: Record<string, string>;
  close(): Promise<void>;
}

/** Forwards everything, but drops the connection instead of a reply when a request says so. */
async function startLossy(to: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    const { lose, host: _, ...headers } = req.headers;
    const passed = request(to + req.url, { method: req.method, headers, agent: false }, (reply) => {
      if (lose) {
        reply.resume().once('end', () => res.socket?.resetAndDestroy());
        return;
      }
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(res);
    });
    req.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

const targets: Record<string, () => Promise<Target>> = {
  async mock() {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    return { url: mock.url, lossy: { Prefer: 'fault=reset' }, close: mock.close };
  },
  async server() {
    const night = await startFightNight(uncached);
    const network = await startLossy(night.url);
    return {
      url: network.url,
      lossy: { lose: 'the answer' },
      async close() {
        await network.close();
        await night.close();
      },
    };
  },
};

for (const [name, start] of Object.entries(targets)) {
  describe(`${name}: an app on a fight night`, () => {
    let target: Target;
    before(async () => {
      target = await start();
    });
    after(() => target.close());

    /** An app with its own id, whose network fails inside `inATunnel`. */
    function openApp(clientId: string) {
      let isBadNetwork = false;
      const api = createClient({
        baseUrl: target.url,
        family: 'v3',
        fetch: (input, init) =>
          fetch(
            input,
            isBadNetwork
              ? { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...target.lossy } }
              : init,
          ),
      });
      return {
        api,
        client_id: clientId,
        async inATunnel<T>(work: () => Promise<T>): Promise<unknown> {
          isBadNetwork = true;
          try {
            return await work().then(
              () => undefined,
              (error) => error,
            );
          } finally {
            isBadNetwork = false;
          }
        },
      };
    }

    /** Finds the first fight of the live event with an open round, as the app does. */
    async function openRound({ api }: ReturnType<typeof openApp>) {
      const { body: live } = await api.streaming_video();
      expect(live.live).to.equal(true);
      const event_id = live.event_id as number;
      const { body: scoring } = await api.round_scoring({ id: event_id });
      const fight = scoring.fights.find(({ rounds }) => rounds.some(({ open }) => open));
      const round = fight?.rounds.find(({ open }) => open);
      if (!fight || !round) throw new Error('no round is open');
      return {
        event_id,
        fight_id: fight.fight_id,
        round_num: round.round_num,
        closed_round: fight.rounds.find(({ round_num, open }) => !open && round_num < round.round_num)?.round_num ?? 0,
        fighters: [fight.fighter1_statid, fight.fighter2_statid] as [number, number],
      };
    }

    it('counts a vote once when its reply is lost and the app retries', async () => {
      const app = openApp('app-in-a-tunnel-0001');
      const { api, client_id } = app;
      const { fight_id: id, round_num, closed_round, fighters } = await openRound(app);
      const tally = async () => {
        const { body } = await api.fight_votes({ id });
        const { fighter1_votes = 0, fighter2_votes = 0 } = body.rounds.find((one) => one.round_num === round_num) ?? {};
        return [body.total_votes, fighter1_votes, fighter2_votes] as const;
      };
      const [total, first, second] = await tally();
      const vote = (fighter_statid: number, round = round_num) =>
        api.fight_vote_cast({ id, body: { round_num: round, fighter_statid, client_id } });

      const lost = await app.inATunnel(() => vote(fighters[0]));
      expect(lost, 'the app has no answer').to.be.instanceOf(TypeError);
      const again = await vote(fighters[0]);
      expect([again.status, again.body.voted, again.body.fighter_statid]).to.deep.equal([200, true, fighters[0]]);
      expect(await tally()).to.deep.equal([total + 1, first + 1, second]);

      const moved = await vote(fighters[1]);
      expect([moved.status, moved.body.fighter_statid]).to.deep.equal([200, fighters[1]]);
      expect(await tally()).to.deep.equal([total + 1, first, second + 1]);
      const seen = await api.fight_vote_read({ id, round_num, fighter_statid: fighters[1], client_id });
      expect(seen.body).to.deep.equal(moved.body);

      const late = await vote(fighters[0], closed_round).catch((error) => error);
      expect(late).to.be.instanceOf(ProblemError);
      expect((late as ProblemError).is('voting-closed')).to.equal(true);
      expect((late as ProblemError).problem.closed_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    it('counts a scorecard once when its reply is lost and the app retries', async () => {
      const app = openApp('app-in-a-tunnel-0002');
      const { api, client_id } = app;
      const { event_id, fight_id, round_num } = await openRound(app);
      const counted = async () => {
        const { body } = await api.round_scoring({ id: event_id });
        const fight = body.fights.find((one) => one.fight_id === fight_id);
        return fight?.rounds.find((one) => one.round_num === round_num)?.scores_count ?? 0;
      };
      const before = await counted();
      const card = { event_id, fight_id, round_num, fighter1_score: 10, fighter2_score: 9, client_id };
      expect(await app.inATunnel(() => api.score_round({ body: card }))).to.be.instanceOf(TypeError);
      const again = await api.score_round({ body: card });
      expect([again.status, again.body]).to.deep.equal([200, { status: 'ok', ...card }]);
      expect(await counted()).to.equal(before + 1);
    });
  });
}
