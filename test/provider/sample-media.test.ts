import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { generatedDocument } from '../../common/pages/document.ts';
import { feedReceived, world } from '../../contracts/world/index.ts';
import { createNight } from '../../contracts/world/night/night.ts';
import { startMock } from '../../mock/start.ts';
import { usePages } from '../support/browser/pages.ts';
import { json, send } from '../support/http/send.ts';
import { startFightNight } from '../support/server/fight-night.ts';

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) yield* textsIn(part);
}

function mediaAddresses(): string[] {
  const sources = [generatedDocument().document(), world, feedReceived, createNight({ seed: 1 }).posts.at(-1)?.update];
  const isMedia = (text: string) => /^(?:https?:\/)?\/\S+\.(?:png|jpe?g|gif|webp|mp4|m3u8|mov)$/.test(text);
  return [...new Set([...textsIn(sources)].filter(isMedia))];
}

const addresses = mediaAddresses();
const paths = addresses.map((address) => address.replace(/^https:\/\//, '/sample/'));

const types: Record<string, string> = {
  ...{ png: 'image/png', jpg: 'image/png', mp4: 'video/mp4' },
  m3u8: 'application/vnd.apple.mpegurl',
};

const typeOf = (path: string) => types[path.slice(path.lastIndexOf('.') + 1)];

const mp4 = '/sample/media.example.com/mp4/51002.mp4';
const stream = '/sample/media.example.com/hls/7001.m3u8';
const picture = '/sample/img.example.com/f/3107.png';

/** Plays a video in a page until its clock runs. @returns width, and seconds at that moment. */
const play = (page: Page, path: string) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const video = document.body.appendChild(document.createElement('video'));
    video.muted = true;
    video.ontimeupdate = () => video.currentTime > 0.2 && resolve([video.videoWidth, video.currentTime]);
    video.onerror = () => reject(new Error(video.error.message));
    video.src = ${JSON.stringify(path)};
    video.play().catch(reject);
  })`) as Promise<[number, number]>;

interface Running {
  url: string;
  close(): Promise<void>;
}

const startServer = (servesSample = true): Promise<Running> => startFightNight({ servesSample });

const hosts = {
  mock: () => startMock({ port: 0, host: '127.0.0.1' }) as Promise<Running>,
  server: () => startServer(),
};
const sent = new Map<string, string[]>();

for (const [host, start] of Object.entries(hosts)) {
  describe(`sample media on the ${host}`, () => {
    let target: Running;
    before(async () => {
      target = await start();
    });
    after(() => target?.close());

    it('has a file at every address of the sample', async () => {
      expect(addresses).to.have.length.of.at.least(90);
      for (const kind of ['/2031/tickets/7001.png', 'https://img.example.com/placeholder.png'])
        expect(addresses).to.include(kind);
      const wrong: string[] = [];
      for (const path of paths) {
        const { status, headers, body } = await send(target.url, 'GET', path, { 'Accept-Encoding': 'br, gzip' });
        const isRight = status === 200 && headers['content-type'] === typeOf(path) && !headers['content-encoding'];
        if (!isRight || Number(headers['content-length']) !== body.length || body.length > 40_000)
          wrong.push(`${path} ${status} ${headers['content-type']} ${body.length}`);
        sent.set(path, [...(sent.get(path) ?? []), `${headers.etag} ${body.toString('base64')}`]);
      }
      expect(wrong).to.deep.equal([]);
      const others = [picture.replace('3107', '9999'), '/sample/', '/sample/img.example.com', '/f/3107.png'];
      for (const path of [...others, '/sample/img.example.com/../img.example.com/f/3107.png']) {
        const answer = await send(target.url, 'GET', path);
        expect([answer.status, json(answer).type], path).to.deep.equal([404, 'urn:problem-type:route-not-found']);
      }
    });

    it('allows caching for a day and answers HEAD', async () => {
      for (const path of [picture, mp4]) {
        const { headers, body } = await send(target.url, 'GET', path);
        expect(headers).to.include({
          ...{ 'cache-control': 'public, max-age=86400', 'access-control-allow-origin': '*', 'accept-ranges': 'bytes' },
          ...{ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' },
        });
        expect(headers.etag).to.match(/^"[\w-]{27}"$/);
        const head = await send(target.url, 'HEAD', path, { Range: 'bytes=0-1' });
        expect([head.status, head.body.length]).to.deep.equal([200, 0]);
        expect(head.headers['content-length']).to.equal(String(body.length));
        const again = await send(target.url, 'GET', path, { 'If-None-Match': headers.etag ?? '', Range: 'bytes=0-1' });
        expect([again.status, again.body.length, again.headers.etag]).to.deep.equal([304, 0, headers.etag]);
        const posted = await send(target.url, 'POST', path);
        expect([posted.status, posted.headers.allow]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
      }
    });

    it('sends byte ranges', async () => {
      const { headers, body } = await send(target.url, 'GET', mp4);
      const size = body.length;
      const ranges: [range: string, status: number, contentRange: string | undefined, bytes: Buffer][] = [
        ['bytes=0-1', 206, `bytes 0-1/${size}`, body.subarray(0, 2)],
        ['bytes=-10', 206, `bytes ${size - 10}-${size - 1}/${size}`, body.subarray(size - 10)],
        [`bytes=5-${size + 100}`, 206, `bytes 5-${size - 1}/${size}`, body.subarray(5)],
        [`bytes=${size}-`, 416, `bytes */${size}`, Buffer.alloc(0)],
        ['bytes=0-1,3-4', 200, undefined, body],
      ];
      for (const [Range, status, contentRange, bytes] of ranges) {
        const answer = await send(target.url, 'GET', mp4, { Range });
        expect([answer.status, answer.headers['content-range']], Range).to.deep.equal([status, contentRange]);
        expect(answer.headers['content-length']).to.equal(String(bytes.length));
        expect(answer.body.equals(bytes), Range).to.equal(true);
      }
      const partOf = (etag: string) => send(target.url, 'GET', mp4, { Range: 'bytes=0-1', 'If-Range': etag });
      expect((await partOf(headers.etag ?? '')).status).to.equal(206);
      expect((await partOf(`W/${headers.etag}`)).status).to.equal(200);
    });
  });
}

// Their bytes and headers are the same on the server.
describe('sample media in a browser', () => {
  const pages = usePages();
  let target: Running;
  before(async () => {
    target = await hosts.mock();
  });
  after(() => target?.close());

  async function open(path: string): Promise<Page> {
    const page = await pages().open(target.url);
    await page.goto(target.url + path);
    return page;
  }

  it('has pictures that a browser shows', async () => {
    const pictures = paths.filter((path) => typeOf(path) === 'image/png');
    const page = await open(pictures[0] as string);
    const sizes = (await page.evaluate(`Promise.all(${JSON.stringify(pictures)}.map((src) => new Promise((resolve) => {
      const image = Object.assign(new Image(), { src });
      image.onload = image.onerror = () => resolve([src, image.naturalWidth, image.naturalHeight]);
    })))`)) as [string, number, number][];
    expect(sizes).to.have.length(pictures.length);
    expect(sizes.filter(([, width, height]) => !(width >= 240 && height >= 160))).to.deep.equal([]);
  });

  it('has videos and streams that a browser plays', async () => {
    const page = await open(mp4);
    await page.waitForFunction('document.querySelector("video").videoWidth === 320');
    expect((await play(await open(picture), mp4))[0]).to.equal(320);
    expect((await play(await open(picture), stream))[0]).to.equal(320);
    const list = (await send(target.url, 'GET', stream)).body.toString();
    const [part = ''] = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const answer = await send(target.url, 'GET', new URL(part, target.url + stream).pathname);
    expect([answer.status, answer.headers['content-type']]).to.deep.equal([200, 'video/mp2t']);
    const packets = Array.from({ length: answer.body.length / 188 }, (_, at) => answer.body[at * 188]);
    expect(new Set(packets)).to.deep.equal(new Set([0x47]));
  });
});

describe('sample media', () => {
  it('are the same on mock and server', () => {
    for (const [path, [one, two, ...more]] of sent) expect([one === two, more], path).to.deep.equal([true, []]);
  });

  it('are missing on a server without the sample', async () => {
    const server = await startServer(false);
    try {
      for (const path of [picture, mp4, '/2031/tickets/7001.png']) {
        const answer = await send(server.url, 'GET', path);
        expect([answer.status, json(answer).type], path).to.deep.equal([404, 'urn:problem-type:route-not-found']);
      }
    } finally {
      await server.close();
    }
  });
});
