import { collections } from '../../../contracts/content/collections/index.ts';

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

const moment = '2031-01-01T00:00:00Z';

/** The required keys of a record of each kind that has some. */
export const bareRecords = {
  alerts: { id: 1, title: 'T', message: 'M', created: moment },
  events: bareEvent,
  fighters: bareFighter,
  fights: bareFight,
  media: {
    ...{ id: 1, type: 'INTERNALVIDEO', title: 'T', media_date: moment, last_modified: moment, created: moment },
    ...{ published_start_date: moment, url_name: 'u' },
  },
  news: { id: 1, title: 'T', article_date: moment, last_modified: moment, url_name: 'u' },
  octagon_girls: { id: 1, first_name: 'Eva', last_name: 'Muestra', date_of_birth: moment },
  photos: { id: 1, gallery_order: 1, media_id: 1, thumbnail_path: 't', path: 'p' },
  stats: { statid: 9, stat: 'SLpM', Value: '5.1', Rank: 3, Born: 'PER' },
};

export const bareBout = {
  statid: '1',
  Event: { Name: 'N', Date: '2030-01-01' },
  WeightClass: { Description: 'Lightweight' },
  Result: { Outcome: 'Win' },
  Opponent: { statid: '2', FirstName: 'A', LastName: 'B' },
  ...{ KOOfTheNight: 0, SubmissionOfTheNight: 0, PerformanceOfTheNight: 0 },
};

export const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/vacant.png',
  notFoundPage: 'https://www.example.com/fighter/not-found',
};
