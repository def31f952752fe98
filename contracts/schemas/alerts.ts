import type { Static } from 'typebox';
import { closed, DateTime, described, Filled, Id, nullable, Url } from './common.ts';

export const Alert = closed(
  {
    id: Id,
    title: Filled,
    message: Filled,
    url: nullable(Url),
    event_id: nullable(Id),
    created: DateTime,
    expires: described(nullable(DateTime), 'When the alert leaves the list; null: never.'),
  },
  { $id: 'Alert' },
);
export type Alert = Static<typeof Alert>;
