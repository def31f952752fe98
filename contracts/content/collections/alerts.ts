import { Alert } from '../../schemas/alerts.ts';
import { type Localizable, shape } from '../shape.ts';
import { type Collection, isMomentKey, sortKey } from './collection.ts';

const localized = ['title', 'message', 'url'] as const;

export type AlertRecord = Localizable<Alert, (typeof localized)[number]>;

export const alerts: Collection<AlertRecord> = {
  ...shape<AlertRecord>(Alert.properties, { localized }),
  key: (record) => String(record.id),
  order: 'descending',
  sort: (record) => sortKey(record.created, record.id),
  isSortKey: isMomentKey,
  lists: () => [],
};

/**
 * Whether an alert is in the list of alerts: not from the moment it expires.
 *
 * @param nowMs milliseconds since 1970.
 */
export const isListed = ({ expires }: AlertRecord, nowMs: number) => expires === null || Date.parse(expires) > nowMs;
