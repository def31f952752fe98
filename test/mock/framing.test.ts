import { expect } from 'chai';
import { chunks, codings, hosts, lengths, lines } from '../support/fixtures/framing-payloads.ts';
import { describeDifference } from '../support/http/deep-differences.ts';
import { answersIn, type RawAnswer, sendRaw } from '../support/http/raw.ts';
import { unexplainedDifferences } from './compared-answers.ts';
import { type DifferentialTargets, startTargets } from './differential-targets.ts';

const votePath = '/api/v3/mobile/fights/88005/vote';
const updatePath = '/api/v1/us/fight_metrics/update_live_event';
const readPath = '/api/v1/us/news/90211';
const read = `GET ${readPath} HTTP/1.1\r\nHost: a\r\n\r\n`;
/** No fight has this round. */
const vote = '{"round_num":99}';
const hidden = `POST ${votePath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${vote.length}\r\n\r\n${vote}`;

const ofHeaders = (headers: string) => `GET ${readPath} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`;
const expecting = (path: string, headers: string, expectation = '100-continue') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: ${expectation}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

describe('mock and server: the same bytes', function () {
  // No limit to the time of all requests: a busy machine may take long.
  this.timeout(0);
  let targets: DifferentialTargets;
  before(async () => {
    targets = await startTargets();
  });
  after(() => targets?.close());

  const comparable = ({ status, headers, body }: RawAnswer) => ({ status, headers, body: Buffer.from(body) });

  /** Every difference between the answers of both on one connection, and between how they leave it. */
  async function differences(parts: string | readonly string[], answers?: number): Promise<string[]> {
    const [mock, server] = await Promise.all(
      [targets.mock.url, targets.server.url].map(async (base) => {
        const reply = await sendRaw(base, parts, { patienceMs: 60_000, ...(answers && { answers }) });
        return { ...reply, all: answersIn(reply.text), base };
      }),
    );
    if (!mock || !server) throw new Error('no targets');
    const left = ({ statuses, isClosed }: typeof mock) => `${statuses.join(' ')}${isClosed ? ', closed' : ', open'}`;
    if (left(mock) !== left(server)) return [`expected ${left(server)}, got ${left(mock)}`];
    const [method = '', path = ''] = String(parts).split(' ');
    return server.all.flatMap((one, index) => {
      const other = mock.all[index] as RawAnswer;
      const between = unexplainedDifferences({
        request: { method, path, headers: {} },
        mock: { answer: comparable(other), base: mock.base },
        server: { answer: comparable(one), base: server.base },
      });
      return [
        ...(one.line === other.line ? [] : [`${other.line} for ${one.line}`]),
        ...between.map(describeDifference),
      ];
    });
  }

  for (const [title, payloads] of Object.entries({
    'conflicting lengths': lengths(votePath, hidden),
    'transfer codings': codings(votePath, vote),
    'malformed chunks': chunks(votePath, vote),
    'malformed header lines': lines(readPath),
    'other versions and invalid hosts': hosts(readPath),
  })) {
    it(`refuses alike: ${title}`, async () => {
      const found = await Promise.all(
        payloads.map(async ({ name, text }) => (await differences(text + read)).map((one) => `${name}: ${one}`)),
      );
      expect(found.flat().join('\n')).to.equal('');
    });
  }

  it('refuses too many headers and expectations alike', async () => {
    const found = await Promise.all(
      [
        ofHeaders(Array.from({ length: 101 }, (_, n) => `X-${n}: a`).join('\r\n')),
        ...[votePath, updatePath, readPath, '/__mock/state'].map((path) =>
          expecting(path, 'Content-Length: 2', 'x').replace('a\r', 'localhost\r'),
        ),
      ].map(async (text) => (await differences(text + read)).map((one) => `${text.slice(0, 60)}: ${one}`)),
    );
    expect(found.flat().join('\n')).to.equal('');
  });

  it('asks for a body only where it is read', async () => {
    for (const [path, headers] of [
      [updatePath, 'Content-Length: 2'],
      ['/nothing', 'Content-Length: 2'],
      [readPath, 'Content-Length: 2'],
      [votePath, 'Content-Length: 10000000'],
    ] as const) {
      expect(await differences(expecting(path, headers)), path).to.deep.equal([]);
    }
    const parts = [expecting(votePath, `Content-Length: ${vote.length}`), vote + read];
    expect(await differences(parts, 3)).to.deep.equal([]);
  });

  it('keeps connections as long, and serves HTTP/1.0', async () => {
    expect(await differences(read, 1)).to.deep.equal([]);
    expect(await differences(`GET ${readPath} HTTP/1.0\r\n\r\n`)).to.deep.equal([]);
  });
});
