import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { feed } from '../../../contracts/world/index.ts';
import { WrongAnswers } from './figures.ts';
import { feedPath } from './paths.ts';
import type { Scope } from './scope.ts';
import { feedKey } from './set-up.ts';

/** The supplier of live updates. */
export interface Posts {
  /** Sends the next snapshot; resolves with its unique venue once it was accepted. */
  post(): Promise<string>;
  /** The venue of the last snapshot sent. */
  last(): string;
}

const mostTries = 20;

export async function startPosts(scope: Scope, url: string): Promise<Posts> {
  const pool = new Pool(url, { connections: 1 });
  scope.defer(() => pool.destroy());
  let sequence = 1_000;
  const venueOf = (number: number) => `Arena ${number}.`;
  return {
    async post() {
      const venue = venueOf(++sequence);
      const body = JSON.stringify({ sequence, FMLiveFeed: { ...feed.event.FMLiveFeed, Venue: venue } });
      for (let tries = 1; ; tries++) {
        const answer = await pool.request({
          method: 'POST',
          path: feedPath,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${feedKey}` },
          body,
        });
        const text = await answer.body.text();
        if (answer.statusCode === 200) return venue;
        if (answer.statusCode !== 503 || tries === mostTries) {
          throw new WrongAnswers(`the server answers ${answer.statusCode} to a live update: ${text}`);
        }
        await sleep(100);
      }
    },
    last: () => venueOf(sequence),
  };
}
