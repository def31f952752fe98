import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { pathOf } from '../../contracts/interactions/interaction.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { send } from '../support/http/send.ts';

const fighter = '/api/v3/mobile/fighters/3107';
const image = '/sample/img.example.com/f/3107.png';

describe('the mock with --pictures', () => {
  let plain: Mock;
  let own: Mock;
  before(async () => {
    plain = await startMock({ port: 0, host: '127.0.0.1' });
    own = await startMock({ port: 0, host: '127.0.0.1', pictures: true });
  });
  after(async () => {
    await plain.close();
    await own.close();
  });

  it('replaces every address of both hosts', async () => {
    const wrong: string[] = [];
    let led = 0;
    const reads = interactions.filter(({ reply, request }) => reply.status === 200 && request.body === undefined);
    for (const { id, receiving, ...interaction } of reads.map((one) => ({ ...one, id: pathOf(one) }))) {
      const headers = { Prefer: `example="${receiving}"`, Host: 'mock.test' };
      const [without, withThem] = await Promise.all([
        send(plain.url, 'GET', id, { ...interaction.request.headers, ...headers }),
        send(own.url, 'GET', id, { ...interaction.request.headers, ...headers }),
      ]);
      const parts = without.body.toString().split(/https:\/\/(?=(?:img|media)\.example\.com\/)/);
      led += parts.length - 1;
      if (withThem.body.toString() !== parts.join('http://mock.test/sample/')) wrong.push(id);
    }
    expect(wrong).to.deep.equal([]);
    expect(led).to.be.above(700);
  });

  it('links to the host and session of the request', async () => {
    for (const prefix of ['', '/__session/ana']) {
      for (const Host of ['10.0.2.2:4010', 'mock.local', '[::1]:4010']) {
        const { body } = await send(own.url, 'GET', prefix + fighter, { Host });
        expect(body.toString()).to.include(`"http://${Host}${prefix}${image}"`);
      }
      const { headers, body } = await send(own.url, 'GET', prefix + image);
      expect(headers['content-type']).to.equal('image/png');
      expect(body.subarray(1, 4).toString()).to.equal('PNG');
    }
    const { body } = await send(own.url, 'GET', fighter, { Host: 'a&b' });
    expect(body.toString()).to.include(`"${own.url}${image}"`);
  });

  it('changes the ETag', async () => {
    const etags = await Promise.all(
      [plain, own].map(async ({ url }) => (await send(url, 'GET', fighter)).headers.etag),
    );
    expect(new Set(etags).size).to.equal(2);
    const again = await send(own.url, 'GET', fighter, { 'If-None-Match': etags[1] ?? '' });
    expect(again.status).to.equal(304);
  });
});
