import { Type } from '../../schemas/type.ts';
import { localizedOf, type Text } from '../text.ts';
import type { Collection } from './collection.ts';

export interface TranslationRecord {
  id: string;
  translations: Record<string, Text>;
}

/** An id in digits may be written as a number. */
const schema = Type.Object({
  id: Type.Union([
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  ]),
  translations: Type.Record(Type.String(), Type.Union([Type.String(), localizedOf(Type.String())])),
});

export const translations: Collection<TranslationRecord> = {
  schema,
  normalise(raw) {
    const { id, translations: texts } = raw as TranslationRecord;
    return { id: String(id), translations: texts };
  },
  key: (record) => record.id,
  order: 'ascending',
  sort: (record) => record.id,
  isSortKey: (key) => key !== '',
  lists: () => [],
};
