import { collections } from '../../contracts/content/collections/index.ts';

/** The required keys of a fighter, an event and a fight. */
export const bareFighter = {
  id: 1,
  first_name: 'Uno',
  last_name: 'Primero',
  title_holder: false,
  fighter_status: 'Active',
  thumbnail: 't',
  profile_image: 'p',
  link: 'l',
};
export const bareEvent = {
  id: 1,
  event_date: '2031-01-01T00:00:00Z',
  event_dategmt: '2031-01-01T20:00:00Z',
  end_event_dategmt: '2031-01-01T23:00:00Z',
  base_title: 'Noche 1',
  subtitle: 's',
  ticket_general_sale_text: 'N/A',
  event_status: 'FINALIZED',
  isppvevent: false,
  corner_audio_available: false,
  last_modified: '2031-01-01T00:00:00Z',
  url_name: 'noche-1',
};
export const bareFight = { id: 5, fightcard_order: 1, fighter1_id: 1, fighter2_id: 2 };

export const fighter = (more: object = {}) => collections.fighters.normalise({ ...bareFighter, ...more });
export const event = (more: object = {}) => collections.events.normalise({ ...bareEvent, ...more });
