import type { Static } from 'typebox';
import { common, DateTime, described, Filled, Id, nullable, record, Url } from './common.ts';

export const Alert = record('Alert', 'A message to everyone; listed until it expires.', {
  id: common.id,
  title: described(Filled, 'Heading of the alert.'),
  message: described(Filled, 'Text of the alert.'),
  url: described(nullable(Url), 'Where the alert leads.'),
  event_id: described(nullable(Id), 'Id of the event that the alert is about.'),
  created: described(DateTime, 'When the alert was issued.'),
  expires: described(nullable(DateTime), 'When the alert leaves the list; null: never.'),
});
export type Alert = Static<typeof Alert>;
