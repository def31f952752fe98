/** Ids of the world by role. Fights and fighters of the live event have the statids of its feed. */
export const ids = {
  liveEvent: 7001,
  liveEventStatid: 811,
  pastEvent: 7000,
  pastEventStatid: 804,
  /** Without a statid. */
  upcomingEvent: 7002,

  /** The main event and title fight of the live event; not started. */
  upcomingFight: 88001,
  upcomingFightStatid: 6411,
  /** In round 2: round 1 has ended. */
  fightInProgress: 88005,
  fightInProgressStatid: 6415,
  fightInProgressFighter1: 3103,
  fightInProgressFighter1Statid: 1803,
  fightInProgressFighter2: 3104,
  fightInProgressFighter2Statid: 1804,
  /** Ended by submission in round 1. */
  closedFight: 88006,
  closedFightStatid: 6416,
  closedFightFighter1Statid: 1851,
  closedFightFighter2Statid: 1852,
  /** On the live event's card, not in its feed. */
  fightWithoutStatid: 88004,
  fightWithOpponentUnknown: 89001,
  pastFight: 87001,

  /** Holds the Lightweight title; has averages, career bouts, news and media. */
  champion: 3107,
  championStatid: 1822,
  /** Ranked first after the champion. */
  fighter: 3112,
  fighterStatid: 1830,
  fighterWithoutStatid: 3135,
  formerChampion: 3124,
  /** Has neither news nor media. */
  fighterWithoutNews: 3136,

  article: 90211,
  articleWithoutMedia: 90205,
  photoGallery: 51003,
  embeddedVideo: 51007,
  internalVideo: 51002,
  ringPresenter: 41,
  ringPresenterWithoutGallery: 42,
  alert: 601,
  expiredAlert: 603,
  translation: 'weight_classes',
  numericTranslation: '1',

  statsWeightKey: 'lw',
  statsCountry: 'PER',
  /** A client that votes; an app may generate any id. */
  clientId: 'u7Qm2x9LkT4sBv0Z',
  otherClientId: 'a1B2c3D4e5F6g7H8',

  /** Well-formed ids that the world does not use. */
  unknown: 2147483647,
  unknownTranslation: 'none',
} as const;
