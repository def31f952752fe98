import type { Night } from '../../contracts/world/night/night.ts';
import { updateEvent } from '../../contracts/world/night/results.ts';
import type { Store } from '../../server/store/index.ts';
import { withRetry } from '../../server/store/redis/with-retry.ts';

/**
 * Publishes the event as an editor would: running, then over, with its results.
 *
 * @throws {PublishInProgress | StoreUnavailable}
 */
export const publishEvent = (store: Store, eventId: number, night: Night, atMs: number): Promise<void> =>
  withRetry(async () => {
    await store.prepare();
    const record = await store.content.get('events', eventId);
    if (!record) return;
    const ids = record.fights.flatMap(({ fighter1_id, fighter2_id }) => [fighter1_id, fighter2_id]);
    const fighters = await store.content.many('fighters', ids);
    const byId = new Map(fighters.flatMap((fighter) => (fighter ? [[fighter.id, fighter] as const] : [])));
    const updated = updateEvent(record, night, atMs, byId);
    await store.content.generations.put([{ collection: 'events', record: updated }], 'npm run demo');
  });
