import { mock } from 'node:test';
import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import type { Context, Handler } from '../../../server/handlers/types.ts';
import { ServedOperation } from '../../../server/http/served-operation.ts';
import type { RequestMetrics } from '../../../server/monitoring/request-metrics.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const alert = {
  ...{ id: 7, title: 'A title', message: 'A message', url: null, event_id: null },
  ...{ created: '2031-04-05T22:00:00Z', expires: null },
};

function openServed(id: string, handler: unknown = async () => []) {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error('there is no such operation');
  const misfits: string[] = [];
  const metrics = { misfit: (of: { id: string }) => misfits.push(of.id) } as unknown as RequestMetrics;
  return { misfits, served: new ServedOperation(operation, handler as Handler<never>, {} as Context, metrics) };
}

describe('a list that does not fit its contract', () => {
  it('is refused with the place of the first row that is wrong', async () => {
    const operation = operations.find(({ id }) => id === 'v1.alerts');
    if (!operation) throw new Error('there is no such operation');
    const served = new ServedOperation(operation, async () => [], {} as Context);
    expect(await served.serialize([alert, alert])).to.equal(JSON.stringify([alert, alert]));
    const wrong = { ...alert, title: 7 };
    for (const [rows, place] of [
      [[wrong, alert], '#/0/title: '],
      [[alert, alert, wrong, wrong], '#/2/title: '],
    ] as const) {
      const refusal = await reasonOf(served.serialize(rows));
      expect(refusal).to.include(`Error: the reply of v1.alerts does not fit its schema: ${place}`);
    }
  });

  it('is checked and written in slices, between which other requests are served', async () => {
    let nowMs = 0;
    mock.method(performance, 'now', () => {
      nowMs += 10;
      return nowMs;
    });
    const rows = Array.from({ length: 40 }, (_, at) => ({ ...alert, id: at + 1 }));
    let text = '';
    const written = openServed('v1.alerts')
      .served.serialize(rows)
      .then((json) => {
        text = json;
      });
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    expect(text).to.equal('');
    await written;
    mock.reset();
    expect(text).to.equal(JSON.stringify(rows));
  });

  it('may be no list at all', async () => {
    const { served, misfits } = openServed('v1.alerts');
    expect(await reasonOf(served.serialize({}))).to.match(
      /^Error: the reply of v1\.alerts does not fit its schema: #: \S/,
    );
    const other = openServed('v1.fighter');
    expect(await reasonOf(other.served.serialize({ id: 'x' }))).to.match(
      /^Error: the reply of v1\.fighter does not fit its schema: #.*: \S/,
    );
    const health = { status: 'ok', version: 'v1', locale: 'en_US', time: '2031-04-05T22:00:00Z' };
    const single = openServed('v1.health').served;
    expect(await single.serialize(health)).to.equal(JSON.stringify(health));
    expect(await reasonOf(single.serialize([health]))).to.include('v1.health does not fit');
    expect([misfits, other.misfits]).to.deep.equal([['v1.alerts'], ['v1.fighter']]);
  });
});

describe('what is read for the cache', () => {
  it('is read for nobody in particular', async () => {
    const calls: unknown[] = [];
    const { served } = openServed('v1.alerts', async ({ caller, ...call }: { caller: { address(): string } }) => {
      calls.push({ ...call, address: caller.address(), keys: Object.keys(caller) });
      return [alert];
    });
    const reply = await served.read({ limit: 5 }, {} as never);
    expect([reply.body, reply.status]).to.deep.equal([[alert], 200]);
    expect(calls).to.deep.equal([
      {
        ...{ family: 'v1', values: { limit: 5 }, body: undefined, content: {} },
        ...{ address: '', keys: ['address', 'feedEvents'] },
      },
    ]);
  });
});
