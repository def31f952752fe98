import type { CollectionName, RecordOf } from '../../contracts/content/collections/index.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { type PageValues, pageFrom } from '../queries/content.ts';
import { mapInSlices } from '../store/slices.ts';
import { Reply } from './types.ts';

export async function readListReply<C extends CollectionName, R>(
  content: ContentReader,
  collection: C,
  list: string | undefined,
  values: PageValues,
  represent: (record: RecordOf<C>) => R,
): Promise<Reply<R[]>> {
  const { records, next } = await content.list(collection, list, pageFrom(values));
  return new Reply(await mapInSlices(records, represent), { next });
}
