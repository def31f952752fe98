import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { cursorOf } from '../../../contracts/http/cursors.ts';
import { parameters } from '../../../contracts/schemas/parameters.ts';
import { type AnyRecord, anyCollection } from '../../store/content/record-encoding.ts';
import type { RecordError } from '../content-error.ts';

/** The error in a record whose cursor would be refused, so that no page could begin after it: only names may be so long. */
export function* findLongCursors(name: CollectionName, record: AnyRecord): Generator<RecordError> {
  const cursor = cursorOf(anyCollection(name).sort(record));
  if (parameters.cursor.parse(cursor) !== undefined) return;
  yield {
    pointer: '/last_name',
    found: `makes, with first_name, a cursor of ${cursor.length} characters`,
    expected: 'must make one of at most 512: shorten the names',
  };
}
