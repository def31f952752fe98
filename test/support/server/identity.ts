import { randomInt } from 'node:crypto';
import type { Store } from '../../../server/store/index.ts';

/** A comparison of the mock with itself finds no difference. So each proves what it is by something that only it can do. */
export async function proveMock(url: string): Promise<void> {
  const headers = { 'Mock-Session': `identity-${randomInt(1e9)}` };
  const asked = await fetch(`${url}/api/v3/mobile/health`, { headers });
  await asked.arrayBuffer();
  const listed = await fetch(`${url}/__mock/requests`, { headers });
  const text = await listed.text();
  if (listed.status === 200 && text.includes('/api/v3/mobile/health')) return;
  throw new Error(`${url} is not the mock: it answers ${listed.status} when asked for the requests that it answered`);
}

/**
 * @param store on the Redis of the server.
 * @throws {Error} unless the server on this Redis answers at this address: it shows a feed that is written there.
 */
export async function proveServer(url: string, store: Pick<Store, 'live'> | undefined): Promise<void> {
  if (!store) throw new Error(`${url} is not the server: it has no Redis`);
  const eventId = randomInt(1e9, 2e9);
  await store.live.update({ sequence: 1, FMLiveFeed: { EventID: String(eventId) } });
  const path = `/api/v1/us/fight_metrics/live_event/${eventId}`;
  const reply = await fetch(url + path);
  const text = await reply.text();
  if (reply.status === 200 && text.includes(`"EventID":"${eventId}"`)) return;
  throw new Error(
    `${url} is not the server on this Redis: it answers ${reply.status} for a feed that was written there`,
  );
}
