import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import type { Store } from '../../store/index.ts';
import type { ContentError } from '../content-error.ts';
import type { RecordChecks } from './record-checks.ts';

const singular: Record<string, string> = { fighters: 'fighter', events: 'event', news: 'article', media: 'media item' };

export const describeMissing = (collection: string, id: number) =>
  `refers to ${singular[collection] ?? collection} ${id}, which does not exist`;

/**
 * Warns of references to records that are neither checked with the others nor live.
 *
 * @param replaced collections whose live records do not count.
 */
export async function checkReferences(store: Store, checks: RecordChecks, replaced: ReadonlySet<CollectionName>) {
  for (const { file, pointer, collection, ids } of checks.pending) {
    const kind = `reference to ${collection}`;
    let unknown: [id: number, line: number][] = [];
    const lookUp = async () => {
      const asked = unknown.map(([id]) => id);
      const exist = replaced.has(collection) ? [] : await store.content.raw().exist(collection, asked);
      for (const [index, [id, line]] of unknown.entries()) {
        const warning: ContentError = { file, line, pointer, found: describeMissing(collection, id), kind };
        if (!exist[index]) checks.warnings.add(warning);
      }
      unknown = [];
    };
    for (const [id, line] of ids.numbers()) {
      if (checks.has(collection, id)) continue;
      unknown.push([id, line]);
      if (unknown.length >= 1_000) await lookUp();
    }
    if (unknown.length > 0) await lookUp();
  }
}
