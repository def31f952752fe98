import { expect } from 'chai';
import { type ExpectedOperation, expectedOperations } from '../expected/routes.ts';
import { samplePath } from '../fixtures/sample-requests.ts';
import { json, send } from '../http/send.ts';
import type { Night, StartNight } from '../server/fight-night.ts';

const nextOf = (link: string | undefined) => /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];

export function describeLists(target: string, start: StartNight): void {
  describe(`${target}: paged lists`, () => {
    let night: Night;
    before(async () => {
      night = await start();
    });
    after(() => night.close());

    async function pages(operation: ExpectedOperation, limit: number): Promise<unknown[][]> {
      const found: unknown[][] = [];
      let path: string | undefined = `${samplePath(operation)}?limit=${limit}`;
      while (path && found.length < 50) {
        const answer = await send(night.url, 'GET', path);
        expect(answer.status).to.equal(200);
        found.push(json(answer));
        const next = nextOf(answer.headers.link);
        path = next && new URL(next).pathname + new URL(next).search;
      }
      return found;
    }

    for (const operation of expectedOperations.filter(({ list }) => list)) {
      it(`${operation.id}: pages have the rows of the whole list`, async () => {
        const whole = json(await send(night.url, 'GET', samplePath(operation)));
        for (const limit of [1, 2, 500]) {
          const found = await pages(operation, limit);
          expect(found.flat()).to.deep.equal(whole);
          expect(found.slice(0, -1).every((page) => page.length === limit)).to.equal(true);
          expect(found.length).to.equal(Math.max(1, Math.ceil(whole.length / limit)));
        }
      });
    }
  });
}
