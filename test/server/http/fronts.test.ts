import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { chunks, codings, hosts, lengths, lines } from '../../support/fixtures/framing-payloads.ts';
import { sendRaw } from '../../support/http/raw.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startFightNight } from '../../support/server/fight-night.ts';
import { type ProxyName, startProxyBefore } from '../../support/server/reverse-proxies.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
const vote = JSON.stringify({
  round_num: 2,
  fighter_statid: ids.fightInProgressFighter1Statid,
  client_id: 'smuggled-client-0002',
});
const smuggled = '/api/v1/us/smuggled';
const hidden = `GET ${smuggled} HTTP/1.1\r\nHost: a\r\n\r\n`;
const canary = 'GET /api/v1/us/news HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe('behind a proxy', () => {
  for (const name of ['nginx', 'haproxy'] satisfies ProxyName[]) {
    it(`C05: sees as many requests as ${name} sent`, async () => {
      const seen: string[] = [];
      const night = await startFightNight({ onRequest: (url) => seen.push(url) });
      const front = await startProxyBefore(name, night.url);
      try {
        const payloads = [
          ...lengths(votePath, hidden),
          ...codings(votePath, vote),
          ...chunks(votePath, vote),
          ...lines('/api/v1/us/news'),
          ...hosts('/api/v1/us/news'),
        ];
        for (const { text } of payloads) await sendRaw(front.url, text + canary, { patienceMs: 300 });
        // A valid request at the end, which shows that all before it were counted.
        expect((await sendRaw(front.url, canary, { answers: 1 })).statuses).to.deep.equal([200]);
        await eventually(async () => (await front.sent()) >= seen.length, 'the count of the front');
        const sent = await front.sent();
        expect(seen.length).to.be.above(1);
        expect(seen.filter((url) => url.startsWith(smuggled))).to.deep.equal([]);
        expect(sent - seen.length).to.equal(0);
      } finally {
        await front.close();
        await night.close();
      }
    });
  }
});
