import { withOwnMedia } from '../../common/media/address.ts';
import { collections } from '../../contracts/content/collections/index.ts';
import { moment } from '../../contracts/interactions/request.ts';
import { moveBetween, moveDates } from '../../contracts/rules/move-dates.ts';
import { LiveUpdate } from '../../contracts/schemas/metrics.ts';
import { feedReceived, world } from '../../contracts/world/index.ts';

/** Differences from the sample of the contracts. */
export interface SampleOptions {
  /** Base URL of pictures and videos. */
  pictures: string | undefined;
  /** When the live event is live; all dates move with it. */
  now: Date | undefined;
}

type Sample = { world: typeof world; updates: readonly LiveUpdate[] };

function movedTo(now: Date): Sample {
  const move = moveBetween(Date.parse(moment), now.getTime());
  const names = Object.keys(world) as (keyof typeof world)[];
  const moved = names.map((name) => [name, world[name].map((raw) => moveDates(collections[name].schema, raw, move))]);
  return {
    world: Object.fromEntries(moved) as typeof world,
    updates: feedReceived.map((update) => moveDates(LiveUpdate, update, move) as LiveUpdate),
  };
}

/** The records of the sample, and the live updates that were received before. */
export function readSample({ pictures, now }: SampleOptions): Sample {
  const { world: records, updates } = now ? movedTo(now) : { world, updates: feedReceived };
  return { world: pictures ? JSON.parse(withOwnMedia(JSON.stringify(records), pictures)) : records, updates };
}
