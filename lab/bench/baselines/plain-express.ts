/**
 * The same service as most people would write it: Express 5 and ioredis with their defaults, `res.json` of JSON in
 * Redis, `express.json()`, `compression()` for the list, one EVALSHA for each vote, and forty routes in all. Run by
 * startBaseline; plain-data.ts fills its Redis.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import express, { type Express } from 'express';
import { Redis } from 'ioredis';
import { serveUntilParentEnds } from './serve.ts';

const otherRoutes = ['news', 'media', 'events', 'rings', 'alerts', 'stats', 'scores', 'tickets', 'videos'];

/** The other routes of such a service, which Express tries before the requested route. */
function addOthers(app: Express, prefix: string): void {
  for (const name of otherRoutes) {
    app.get(`${prefix}/${name}`, (_req, res) => void res.json([]));
    app.get(`${prefix}/${name}/:id`, (_req, res) => void res.json({}));
  }
}

const percent = (votes: number, all: number) => (all === 0 ? '0.00' : ((votes / all) * 100).toFixed(2));

await serveUntilParentEnds(async ({ redisUrl }: { redisUrl: string }) => {
  const redis = new Redis(redisUrl);
  const lua = readFileSync(new URL('./plain-vote.lua', import.meta.url), 'utf8');
  const sha = (await redis.script('LOAD', lua)) as string;

  const app = express();
  app.use(express.json());
  addOthers(app, '/api/v3/mobile');

  app.get('/api/v3/mobile/fighters', compression(), async (_req, res) => {
    res.json(JSON.parse((await redis.get('plain:fighters')) ?? '[]'));
  });
  app.get('/api/v3/mobile/fighters/:id', async (req, res) => {
    const fighter = await redis.get(`plain:fighter:${req.params.id}`);
    if (fighter) res.json(JSON.parse(fighter));
    else res.status(404).json({ error: 'no such fighter' });
  });
  app.get('/api/v1/us/fight_metrics/live_event/:id', async (req, res) => {
    const event = await redis.get(`plain:live:${req.params.id}`);
    if (event) res.json(JSON.parse(event));
    else res.status(404).json({ error: 'no such event' });
  });
  app.get('/api/v3/mobile/fights/:id/votes', async (req, res) => {
    const [fight, tally] = await Promise.all([
      redis.get(`plain:fight:${req.params.id}`),
      redis.hgetall(`plain:{${req.params.id}}:tally`),
    ]);
    if (!fight) {
      res.status(404).json({ error: 'no such fight' });
      return;
    }
    const { rounds, fighter1, fighter2 } = JSON.parse(fight);
    let total = 0;
    const counted = [];
    for (let round = 1; round <= rounds; round++) {
      const [votes1, votes2] = [Number(tally[`${round}:${fighter1}`] ?? 0), Number(tally[`${round}:${fighter2}`] ?? 0)];
      total += votes1 + votes2;
      counted.push({
        round_num: round,
        fighter1_votes: votes1,
        fighter2_votes: votes2,
        fighter1_percentage: percent(votes1, votes1 + votes2),
        fighter2_percentage: percent(votes2, votes1 + votes2),
      });
    }
    res.json({
      fight_id: Number(req.params.id),
      fighter1_statid: fighter1,
      fighter2_statid: fighter2,
      total_votes: total,
      rounds: counted,
    });
  });
  app.post('/api/v3/mobile/fights/:id/vote', async (req, res) => {
    const { id } = req.params;
    const { round_num, fighter_statid, client_id } = req.body ?? {};
    if (typeof client_id !== 'string' || !Number.isInteger(round_num) || !Number.isInteger(fighter_statid)) {
      res.status(422).json({ error: 'not a vote' });
      return;
    }
    const keys = [`plain:{${id}}:windows`, `plain:{${id}}:votes:${round_num}`, `plain:{${id}}:tally`];
    const code = await redis.evalsha(sha, keys.length, ...keys, client_id, round_num, fighter_statid);
    if (code === -1) {
      res.status(409).json({ error: 'voting is closed' });
      return;
    }
    const created = new Date().toISOString();
    res
      .status(code === 1 ? 201 : 200)
      .json({ fight_id: Number(id), round_num, fighter_statid, client_id, voted: true, created });
  });

  addOthers(app, '/api/v1/us');
  // Express answers 404 for the rest.
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
