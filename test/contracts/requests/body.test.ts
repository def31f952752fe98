import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { isBodyRead, readBody, sendsBodyWhenAsked } from '../../../contracts/requests/body.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { request } from './fakes.ts';

const json = { 'content-type': 'application/json' };
const chunked = { 'transfer-encoding': 'chunked' };
const tooLarge = ['body-too-large', { headers: { Connection: 'close' } }];
const otherType = [
  'unsupported-media-type',
  { headers: { 'Accept-Post': 'application/json', 'Accept-Encoding': 'identity', Connection: 'close' } },
];

/** Reads a request, of up to ten bytes unless it is said; the pieces of its body come one after the other, and then its end. */
function read(
  headers: Readonly<Record<string, string>>,
  pieces?: readonly string[],
  prepare?: (req: IncomingMessage) => void,
  limit = 10,
) {
  const req = request(headers);
  prepare?.(req);
  const outcomes: unknown[] = [];
  readBody(req, limit, (error, body) => {
    outcomes.push(error instanceof Problem ? [error.key, error.more] : (error ?? { body }));
  });
  for (const piece of pieces ?? []) req.emit('data', Buffer.from(piece));
  if (pieces) req.emit('end');
  return { req, outcomes };
}

describe('request body', () => {
  it('is undefined without content', () => {
    for (const headers of [{}, { 'content-length': '0' }, { 'content-type': 'text/plain', 'content-length': '0' }]) {
      const { req, outcomes } = read(headers);
      expect([outcomes, isBodyRead(req)]).to.deep.equal([[{ body: undefined }], false]);
    }
  });

  it('is parsed from one or many chunks', () => {
    for (const [headers, pieces, body] of [
      [{ ...json, 'content-length': '1' }, ['7'], 7],
      [{ ...json, 'content-length': '10' }, ['[1,2,3,45]'], [1, 2, 3, 45]],
      [{ ...json, 'content-length': '10' }, ['[1,2', ',3,45]'], [1, 2, 3, 45]],
      [{ ...json, ...chunked }, ['[1', ',2', ',3,', '45]'], [1, 2, 3, 45]],
      [{ ...json, ...chunked }, [], undefined],
      [{ ...json, ...chunked, 'content-encoding': 'identity' }, ['null'], null],
      [{ 'content-type': 'application/json; charset=utf-8', 'content-length': '2' }, ['{}'], {}],
    ] as const) {
      const { outcomes } = read(headers, pieces);
      expect(outcomes, pieces.join('|')).to.deep.equal([{ body }]);
    }
  });

  it('is refused if it is not JSON', () => {
    for (const pieces of [['{'], ['[1,', '2'], ['nul']]) {
      expect(read({ ...json, ...chunked }, pieces).outcomes).to.deep.equal([['malformed-json', {}]]);
    }
  });

  it('is refused once if too large', () => {
    for (const [headers, pieces] of [
      [{ ...json, 'content-length': '11' }, ['[1,2,3,456]']],
      [{ ...json, ...chunked }, ['[1,2,3,456]']],
      [{ ...json, ...chunked }, ['[1,2', ',3,4', '56]']],
      [{ ...json, ...chunked }, ['[1,2', ',3,4', '56]', ',', ']']],
      [{ ...json, ...chunked, expect: '100-continue' }, ['[1,2,3,456]']],
    ] as const) {
      const { req, outcomes } = read(headers, pieces);
      if (req.listenerCount('error') > 0) req.emit('error', new Error('aborted'));
      expect(outcomes).to.deep.equal([tooLarge]);
    }
    const { req, outcomes } = read({ ...json, 'content-length': '11', expect: '100-continue' });
    expect([outcomes, isBodyRead(req)], 'not sent').to.deep.equal([[tooLarge], false]);
    const sent = read({ ...json, ...chunked, expect: '100-continue' }, ['7'], undefined, 0);
    expect(sent.outcomes, 'one byte').to.deep.equal([tooLarge]);
  });

  it('is an error if the client disconnects', () => {
    const gone = new Error('aborted');
    for (const type of ['application/json', 'text/plain']) {
      const { req, outcomes } = read({ 'content-type': type, ...chunked });
      req.emit('error', gone);
      req.emit('error', new Error('again'));
      expect(outcomes).to.deep.equal([gone]);
    }
  });

  it('is refused for another type or coding', () => {
    const others: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      {},
      { ...json, 'content-encoding': 'gzip' },
    ];
    for (const headers of others) {
      const long = read({ ...headers, 'content-length': '1' });
      expect(long.outcomes).to.deep.equal([otherType]);
      const waiting = read({ ...headers, 'content-length': '1', expect: '100-continue' });
      expect(waiting.outcomes).to.deep.equal([otherType]);
      const waitingChunked = read({ ...headers, ...chunked, expect: '100-continue' });
      expect(waitingChunked.outcomes).to.deep.equal([otherType]);
      expect(read({ ...headers, ...chunked }).outcomes).to.deep.equal([]);
      for (const pieces of [['x'], ['x', 'y']]) {
        const begun = read({ ...headers, ...chunked }, pieces);
        expect(begun.outcomes).to.deep.equal([otherType]);
      }
      expect(read({ ...headers, ...chunked }, []).outcomes).to.deep.equal([{ body: undefined }]);
    }
  });

  it('sends 100 Continue only when it is read', () => {
    const asked = (headers: Readonly<Record<string, string>>) => {
      let count = 0;
      read(headers, undefined, (req) => sendsBodyWhenAsked(req, () => count++));
      return count;
    };
    const expecting = { ...json, expect: '100-continue' };
    expect([
      asked({ ...expecting, 'content-length': '10' }),
      asked({ ...expecting, ...chunked }),
      asked({ ...expecting, 'content-length': '11' }),
      asked({ ...expecting, 'content-type': 'text/plain', 'content-length': '1' }),
      asked({ ...expecting, 'content-length': '0' }),
    ]).to.deep.equal([1, 1, 0, 0, 0]);
    expect(read({ ...expecting, 'content-length': '1' }, ['7']).outcomes, 'nobody waits').to.deep.equal([{ body: 7 }]);
  });
});
