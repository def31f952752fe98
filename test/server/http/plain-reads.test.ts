import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { uncachedReplies } from '../../support/server/server.ts';

/** In the form that requests are plain in: the root of a family has no slash at its end. */
const reads = expectedOperations
  .filter(({ method }) => method === 'GET')
  .map((operation) => samplePath(operation).replace(/\/$/, ''));

const refused = [
  `/api/v3/mobile/fighters/${ids.unknown}`,
  '/api/v3/mobile/fighters/x',
  `/api/v3/mobile/fights/${ids.unknown}/votes`,
];

const headersOf: readonly Record<string, string>[] = [
  {},
  { 'Accept-Encoding': 'gzip' },
  { 'If-None-Match': '*', Accept: 'application/json' },
  { 'X-Request-Id': '0123456789abcdef0123456789abcdef', Origin: 'https://app.example.com' },
];

/** The moment in the body of health; between two requests a second may begin. */
const moment = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?="\}$)/;

/** Without what may differ between two requests: moments and ids of requests. */
function comparable({ status, headers, body }: Answer, isHealth: boolean) {
  const unchanged = { ...headers, date: undefined, 'x-request-id': headers['x-request-id'] && '…' };
  const text = body.toString();
  return { status, headers: unchanged, body: isHealth ? text.replace(moment, 'moment') : body.toString('base64') };
}

describe('reads with and without a query', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight(uncachedReplies);
  });
  after(async () => {
    await night.close();
  });

  it('get the same response on both code paths', async () => {
    const statuses = new Set<number>();
    for (const path of [...reads, ...refused]) {
      for (const headers of headersOf) {
        const plain = await send(night.url, 'GET', path, headers);
        // With a query, Express answers it.
        const behind = await send(night.url, 'GET', `${path}?by=express`, headers);
        const [left, right] = [plain, behind].map((answer) => comparable(answer, path.endsWith('/health')));
        expect(left, `${path} ${JSON.stringify(headers)}`).to.deep.equal(right);
        statuses.add(plain.status);
      }
    }
    expect([...statuses].sort()).to.deep.equal([200, 304, 400, 404]);
  });
});
