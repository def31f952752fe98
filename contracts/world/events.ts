import { both, image, type Raw } from './text.ts';

/** A fight of a card; statid 0 if the supplier does not have the bout yet. */
const fight = (id: number, statid: number, order: number, [first, second]: [number, number], more: Raw = {}): Raw => ({
  id,
  ...(statid > 0 && { statid }),
  fightcard_order: order,
  fighter1_id: first,
  fighter2_id: second,
  ...more,
});

const prelim = { is_prelim: true };
const title = (es: string, en: string): Raw => ({ is_title_fight: true, fight_description: both(es, en) });
const mainEvent = (es: string, en: string): Raw => ({ ...title(es, en), is_main_event: true });
const wonBy = (winner: 1 | 2): Raw => ({ fighter1_is_winner: winner === 1, fighter2_is_winner: winner === 2 });

/** How a fight ended. `scores`: by judge, the winner's first; of a draw, fighter 1's first. */
const ended = (EndingRound: string, EndingTime: string, Method: string, more: Raw, scores: readonly string[] = []) => ({
  ending_round_number: EndingRound,
  ending_time: EndingTime,
  result: {
    Method,
    EndingRound,
    EndingTime,
    ...more,
    Scores: scores.map((text) => {
      const [JudgeID, JudgeFirstName, JudgeLastName, WinnerScore, LoserScore] = text.split(/[ -]/);
      return { WinnerScore, LoserScore, JudgeID, JudgeFirstName, JudgeLastName };
    }),
  },
});

/** The card of the live event as before its first fight, except for the fight that has ended. */
const liveCard: readonly Raw[] = [
  fight(88001, 6411, 1, [3107, 3112], {
    ...mainEvent('Título ligero', 'Lightweight title'),
    scheduled_rounds: 5,
    fighter1odds: '-140',
    fighter2odds: 120,
  }),
  fight(88002, 6412, 2, [3120, 3121], {
    ...title('Título gallo femenino', "Women's bantamweight title"),
    scheduled_rounds: 5,
  }),
  fight(88003, 6413, 3, [3115, 3116], { scheduled_rounds: 3 }),
  fight(88004, 0, 4, [3135, 3136], { ...prelim, scheduled_rounds: 3 }),
  fight(88005, 6415, 5, [3103, 3104], { ...prelim, scheduled_rounds: 3 }),
  fight(88006, 6416, 6, [3130, 3131], {
    ...prelim,
    scheduled_rounds: 3,
    ...wonBy(1),
    ...ended('1', '3:41', 'Submission', {
      Submission: 'Guillotine Choke',
      EndPosition: 'From Guard',
      FightOfTheNight: null,
    }),
  }),
];

/** The card of the past event; the weights and records of that day are in the fight itself. */
const pastCard: readonly Raw[] = [
  fight(87001, 6301, 1, [3101, 3102], {
    ...mainEvent('Título pesado', 'Heavyweight title'),
    fighter1weight: 251,
    fighter1record: '16-1-0',
    fighter1_wins: 16,
    fighter2weight: 244,
    fighter2_losses: 3,
    ...wonBy(1),
    ...ended('2', '3:15', 'KO/TKO', {
      EndStrike: 'Punch',
      EndTarget: 'Head',
      EndPosition: 'At Distance',
      FightOfTheNight: false,
    }),
  }),
  fight(87002, 6302, 2, [3125, 3124], {
    ...title('Título paja femenino', "Women's strawweight title"),
    fighter2_rank: '1',
    ...wonBy(1),
    ...ended('5', '5:00', 'Decision - Unanimous', { FightOfTheNight: true }, [
      '17 Eva Jurado 49-46',
      '19 Tomás Tarjeta 48-47',
      '21 Olga Puntos 49-46',
    ]),
  }),
  fight(87003, 6303, 3, [3103, 3104], {
    fighter1_is_winner: false,
    fighter2_is_winner: false,
    ...ended('3', '5:00', 'Decision - Split', { EndNotes: 'Draw', FightOfTheNight: false }, [
      '17 Eva Jurado 29-28',
      '19 Tomás Tarjeta 28-29',
      '21 Olga Puntos 28-28',
    ]),
  }),
  fight(87004, 6304, 4, [3136, 3131], {
    ...prelim,
    ...wonBy(2),
    ...ended('2', '1:08', 'Submission', {
      Submission: 'Rear Naked Choke',
      EndPosition: 'From Back Control',
      FightOfTheNight: false,
    }),
  }),
  // A no contest: neither fighter has won or lost. One's averages of that night are unknown; today's would be wrong.
  fight(87005, 6305, 5, [3116, 3115], {
    ...prelim,
    fight_description: both('Sin resultado', 'No contest'),
    fighter2_slpm: null,
    ...ended('1', '2:37', 'Could Not Continue', {
      EndNotes: 'Accidental clash of heads',
      FightOfTheNight: false,
    }),
  }),
  // Its result was never delivered.
  fight(87006, 6306, 6, [3130, 3135], prelim),
];

/** In the first fight only the champion is known, in the second only the opponent. */
const upcomingCard: readonly Raw[] = [
  fight(89001, 0, 1, [3101, 0], mainEvent('Título pesado', 'Heavyweight title')),
  fight(89002, 0, 2, [0, 3136], { fight_description: both('Rival por anunciar', 'Opponent to be announced') }),
];

export const events: readonly Raw[] = [
  {
    id: 7000,
    statid: 804,
    event_status: 'POST_EVENT',
    event_date: '2031-02-08T00:00:00Z',
    event_dategmt: '2031-02-09T00:00:00Z',
    end_event_dategmt: '2031-02-09T05:30:00Z',
    event_time_text: '21:00',
    event_time_zone_text: 'BRT',
    base_title: both('Noche 40', 'Night 40'),
    title_tag_line: both('Álamo contra Quimera', 'Álamo vs. Quimera'),
    subtitle: both('Repetición completa', 'Full replay'),
    short_description: both('El roble defiende su cinturón.', 'The oak defends his belt.'),
    arena: both('Pabellón del Río', 'River Hall'),
    location: both('Recife, Brasil', 'Recife, Brazil'),
    latitude: -8.0476,
    longitude: -34.877,
    main_event_fighter1_id: 3101,
    main_event_fighter2_id: 3102,
    feature_image: image('e/7000.jpg'),
    secondary_feature_image: image('e/7000_2.jpg'),
    trailer_url: 'https://media.example.com/trailers/7000.mp4',
    ticket_general_sale_text: both('Agotadas', 'Sold out'),
    twitter_hashtag: '#Noche40',
    isppvevent: false,
    corner_audio_available: false,
    created: '2030-11-20T15:00:00Z',
    last_modified: '2031-02-09T06:10:00Z',
    url_name: 'noche-40',
    fights: pastCard,
  },
  {
    id: 7001,
    statid: 811,
    event_status: 'LIVE',
    event_date: '2031-04-05T00:00:00Z',
    event_dategmt: '2031-04-05T23:00:00Z',
    end_event_dategmt: '2031-04-06T05:00:00Z',
    event_time_text: '7PM/4PM',
    event_time_zone_text: 'ETPT',
    base_title: both('Noche 41', 'Night 41'),
    title_tag_line: both('Ejemplo contra Supuesto', 'Ejemplo vs. Supuesto'),
    subtitle: both('En vivo', 'Live'),
    short_description: both('El título ligero en juego.', 'The lightweight title on the line.'),
    arena: both('Arena Central', 'Central Arena'),
    location: both('Lima, Perú', 'Lima, Peru'),
    latitude: -12.0464,
    longitude: -77.0428,
    main_event_fighter1_id: 3107,
    main_event_fighter2_id: 3112,
    feature_image: image('e/7001.jpg'),
    secondary_feature_image: image('e/7001_2.jpg'),
    trailer_url: both(
      'https://media.example.com/trailers/7001_es.mp4',
      'https://media.example.com/trailers/7001_en.mp4',
    ),
    ticketurl: both('https://tickets.example.com/es/7001', 'https://tickets.example.com/7001'),
    ticket_seller_name: both('Taquilla Ejemplo', 'Sample Box Office'),
    ticket_image: '/2031/tickets/7001.png',
    ticket_general_sale_date: '2031-02-20T15:00:00Z',
    ticket_general_sale_text: both('Venta general', 'General sale'),
    twitter_hashtag: '#Noche41',
    isppvevent: true,
    corner_audio_available: true,
    corner_audio_blue_stream_url: 'https://media.example.com/hls/7001_blue.m3u8',
    corner_audio_red_stream_url: 'https://media.example.com/hls/7001_red.m3u8',
    discuss_url: both('https://discuss.example.com/es/7001', 'https://discuss.example.com/7001'),
    comments_enabled: true,
    mobile_stream_url: 'https://media.example.com/hls/7001.m3u8',
    created: '2031-01-10T09:30:00Z',
    last_modified: '2031-04-05T18:00:00Z',
    url_name: 'noche-41',
    fights: liveCard,
  },
  {
    // Announced today: neither place nor card is settled, and the supplier does not know the event yet.
    id: 7002,
    event_status: 'ANNOUNCED',
    event_date: '2031-05-17T00:00:00Z',
    event_dategmt: '2031-05-17T22:00:00Z',
    end_event_dategmt: '2031-05-18T04:00:00Z',
    base_title: both('Noche 42', 'Night 42'),
    subtitle: both('Próximamente', 'Coming soon'),
    ticket_general_sale_text: both('Por anunciar', 'To be announced'),
    isppvevent: false,
    corner_audio_available: false,
    last_modified: '2031-04-05T12:00:00Z',
    url_name: 'noche-42',
    fights: upcomingCard,
  },
];
