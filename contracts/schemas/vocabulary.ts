/** The closed lists of words of wire specification 2.3, each with its schema. The words are not translated. */
import { type Static, Type, words } from './type.ts';

const wordOf = <Values extends string[]>(values: readonly [...Values], $id: string, description: string) =>
  Type.Enum(values, { $id, type: 'string', description });

/** Divisions, in vocabulary order. Title holders have another order: `titleHolderOrder`. */
export const weightClasses = words(
  'Flyweight Bantamweight Featherweight Lightweight Welterweight Middleweight Light_Heavyweight Heavyweight',
  'Women_Strawweight Women_Flyweight Women_Bantamweight Women_Featherweight',
);
export const WeightClass = wordOf(
  weightClasses,
  'WeightClass',
  'A division; a fixed key, whose text is in the translations.',
);
export type WeightClass = Static<typeof WeightClass>;

/** Divisions as the metrics supplier writes them, in the CamelCase objects. */
const weightClassTexts = [
  ...words('Flyweight Bantamweight Featherweight Lightweight Welterweight Middleweight'),
  'Light Heavyweight',
  'Heavyweight',
  "Women's Strawweight",
  "Women's Flyweight",
  "Women's Bantamweight",
  "Women's Featherweight",
  'Catch Weight',
  'Open Weight',
  'Super Heavyweight',
] as const;
export const WeightClassText = wordOf(
  weightClassTexts,
  'WeightClassText',
  'A division in the words of the metrics supplier, always English.',
);

export const FighterStatus = wordOf(words('Active NotFighting'), 'FighterStatus', 'Whether the fighter still fights.');

const poundForPoundRanks = words('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
export const PoundForPoundRank = wordOf(
  poundForPoundRanks,
  'PoundForPoundRank',
  'Place among the fighters of every division.',
);

export const ranks = ['C', ...poundForPoundRanks] as const;
export const Rank = wordOf(ranks, 'Rank', 'Place in the division; `C` is its champion.');

export const EventStatus = wordOf(
  words('ANNOUNCED FINALIZED LIVE POST_EVENT'),
  'EventStatus',
  'Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says.',
);

export const mediaTypes = words('EMBEDDEDVIDEO INTERNALVIDEO PHOTOGALLERY');
export const MediaType = wordOf(
  mediaTypes,
  'MediaType',
  'A video at another host, a video of our own, or a gallery of photos.',
);

export const CareerOutcome = wordOf(
  ['Win', 'Loss', 'Draw', 'No Contest'],
  'CareerOutcome',
  'How a bout of the career ended for the fighter.',
);

/** The division of each weight key of the statistics; `all` means every division. */
export const statsWeightClasses = {
  wbw: 'Women_Bantamweight',
  hw: 'Heavyweight',
  lhw: 'Light_Heavyweight',
  mw: 'Middleweight',
  ww: 'Welterweight',
  lw: 'Lightweight',
  bw: 'Bantamweight',
  ftw: 'Featherweight',
  flw: 'Flyweight',
  wsw: 'Women_Strawweight',
  wflw: 'Women_Flyweight',
  wftw: 'Women_Featherweight',
} as const satisfies Record<string, WeightClass>;

/** Weight keys of the statistics: `all` first, then in vocabulary order. */
export const statsWeightKeys = words('all wbw hw lhw mw ww lw bw ftw flw wsw wflw wftw');
export const StatsWeightKey = wordOf(
  statsWeightKeys,
  'StatsWeightKey',
  'The key of a division in the statistics; `all` is every division.',
);

/** Any three capitals: countries may be added. */
export const CountryKey = Type.String({
  $id: 'CountryKey',
  pattern: '^[A-Z]{3}$',
  description: 'A three-letter sport code.',
});

/** The statistics, in vocabulary order, which is also the order of the rows. */
export const statNames = words(
  'AvgFightTimeLong AvgFightTimeShort TakedownsLanded TakedownDefense TakedownAccuracy SubmissionAttempts',
  'SubmissionAverage SigStrikesLanded SigStrikesAccuracy Knockdowns SLpM SApM PlusMinus SigStrikingDefense',
  'TotStrikesLanded',
);
export const StatName = wordOf(statNames, 'StatName', 'A statistic; a fixed key, whose text is in the translations.');

/** Divisions in the order of the list of title holders, where vacant divisions come last: wire specification 2.4. */
export const titleHolderOrder = words(
  'Women_Featherweight Flyweight Bantamweight Featherweight Lightweight Welterweight Middleweight Light_Heavyweight',
  'Heavyweight Women_Strawweight Women_Flyweight Women_Bantamweight',
) satisfies readonly WeightClass[];
