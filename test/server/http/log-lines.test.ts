import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { createLog, loggedError } from '../../../server/processes/log.ts';

/** The line of a request that ended with a status. */
function lineOf(statusCode: number, path: string, writableFinished = true) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const listeners: (() => void)[] = [];
  const res = { statusCode, writableFinished, once: (_: string, listener: () => void) => listeners.push(listener) };
  const req = { method: 'GET', headers: {} } as IncomingMessage;
  new RequestLog(log, 1).follow(req, res as unknown as ServerResponse, readRequest('GET', path), performance.now());
  for (const listener of listeners) listener();
  return lines[0] ?? {};
}

describe('a line of the log', () => {
  it('has the ids of content in a reply that was given or not modified, and none of a refused request', () => {
    const path = '/api/v1/us/fighters/3101';
    for (const status of [200, 304]) expect(lineOf(status, path)).to.deep.include({ status, params: { id: '3101' } });
    for (const status of [400, 404, 503])
      expect(lineOf(status, path)).to.include({ status }).and.not.have.key('params');
    const vote = '/api/v3/mobile/fights/88001/round/2/fighter/11/vote/client-0123456789';
    expect(lineOf(200, vote).params).to.deep.equal({ id: '88001', round_num: '2', fighter_statid: '11' });
    expect(lineOf(200, path)).not.to.have.property('aborted');
    expect(lineOf(200, path, false)).to.include({ aborted: true });
  });

  it('has the code of an error and of its cause, and no member that a library attached', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', input: 'secret' });
    const error = Object.assign(new TypeError('x', { cause }), { code: 'ERR_X', command: undefined });
    const { stack, cause: inner, ...own } = loggedError(error);
    expect(own).to.deep.equal({ type: 'TypeError', message: 'x', code: 'ERR_X' });
    expect(stack).to.match(/^TypeError: x\n {4}at /);
    expect([inner?.type, inner?.code]).to.deep.equal(['Error', 'ECONNREFUSED']);
    expect(JSON.stringify(loggedError(error))).not.to.include('secret');
  });

  it('has the first 300 characters of a message, and four errors of a chain of causes', () => {
    expect(loggedError(new Error('x'.repeat(301))).message).to.equal('x'.repeat(300));
    const chain = [5, 4, 3, 2, 1].reduce<Error | undefined>((cause, n) => new Error(`${n}`, { cause }), undefined);
    const messages: string[] = [];
    for (let next: ReturnType<typeof loggedError> | undefined = loggedError(chain); next; next = next.cause) {
      messages.push(next.message);
    }
    expect(messages).to.deep.equal(['1', '2', '3', '4']);
  });
});
