import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { eventually } from '../run/eventually.ts';

/** Opens streams until there are as many as may be, and some more, which are refused. */
export async function expectStreams(url: string, most: number, refusal: number): Promise<void> {
  const opened: ClientRequest[] = [];
  const statuses: number[] = [];
  /** Each on a connection of its own, which one of the workers gets. */
  async function open(): Promise<void> {
    const path = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;
    const sent = request(url + path, { headers: { Accept: 'text/event-stream' }, agent: false }).end();
    opened.push(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    statuses.push(response.statusCode ?? 0);
    // The end of the test cuts it.
    response.on('error', () => undefined).resume();
  }
  const countOpen = () => statuses.filter((status) => status === 200).length;
  try {
    await eventually(async () => {
      await open();
      return countOpen() === most;
    }, `${most} streams`);
    for (let more = 0; more < 8; more++) await open();
    expect(countOpen()).to.equal(most);
    expect(new Set(statuses)).to.deep.equal(new Set([200, refusal]));
  } finally {
    for (const sent of opened) sent.destroy();
  }
}
