import { expect } from 'chai';
import pino from 'pino';
import { ids } from '../../../contracts/world/ids.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { awaitInvalidations } from '../../support/server/server-pair.ts';

const stale = 'fightcard; hit; detail=stale';

describe('a reply that cannot be loaded', () => {
  let night: FightNight;
  let lines: string[];
  beforeEach(async () => {
    // The server of another test may still log.
    const own: string[] = [];
    lines = own;
    night = await startFightNight({ log: pino({ level: 'warn' }, { write: (line) => own.push(line) }) });
  });
  afterEach(() => night.close());

  const path = `/api/v1/us/fighters/${ids.champion}`;
  const get = (what = path) => send(night.url, 'GET', what);

  /** Replaces a stored fighter, and announces the change. */
  async function store(json: string): Promise<void> {
    for (const key of await night.writes.keys('{content}:*:fighters*')) {
      if ((await night.writes.type(key)) === 'hash') await night.writes.hset(key, String(ids.champion), json);
    }
    await night.writes.publish('content', '{"generation":1,"collections":["fighters"]}');
    await awaitInvalidations(night.writes, night.server);
  }

  for (const [what, record, message] of [
    ['damaged record', '{"id":', /./],
    [
      'wrong schema',
      '{"id":"none","nickname":7}',
      /^the reply of v1\.fighter does not fit its schema: #\/wins: Is required\.$/,
    ],
  ] as const) {
    it(`is logged, and the last good reply sent stale: ${what}`, async () => {
      const good = await get();
      expect(good.status).to.equal(200);
      await store(record);
      for (let time = 0; time < 3; time++) {
        const answer = await get();
        expect(answer.status).to.equal(200);
        expect(answer.body.equals(good.body)).to.equal(true);
        expect(answer.headers['cache-status']).to.equal(stale);
        expect(answer.headers.age).to.match(/^\d+$/);
      }
      const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'internal-error');
      expect(logged).to.include({ level: 50, route: 'v1.fighter' });
      expect(logged.err.message).to.match(message);
      // A variation of the URL, and a URL that was never answered.
      expect((await get(`${path}.json`)).headers['cache-status']).to.equal(stale);
      const never = path.replace('v1/us', 'v3/mobile');
      expect(json(await get(never))).to.deep.equal({
        ...{ type: 'urn:problem-type:internal-error', title: 'Error interno', status: 500 },
        ...{ detail: 'La respuesta no se pudo preparar; el fallo está registrado.', instance: never },
      });
    });
  }
});
