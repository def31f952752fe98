/** The closed lists of words of wire specification 2.3, each with its schema; none is translated. */
import { type Static, Type } from './type.ts';

/** Divisions, in vocabulary order. Title holders have another order: `titleHolderOrder`. */
export const weightClasses = [
  'Flyweight',
  'Bantamweight',
  'Featherweight',
  'Lightweight',
  'Welterweight',
  'Middleweight',
  'Light_Heavyweight',
  'Heavyweight',
  'Women_Strawweight',
  'Women_Flyweight',
  'Women_Bantamweight',
  'Women_Featherweight',
] as const;
export const WeightClass = Type.Enum(weightClasses, {
  $id: 'WeightClass',
  type: 'string',
  description: 'A division; a fixed key, whose text is in the translations.',
});
export type WeightClass = Static<typeof WeightClass>;

/** Divisions as the metrics supplier writes them, in the CamelCase objects. */
export const weightClassTexts = [
  'Flyweight',
  'Bantamweight',
  'Featherweight',
  'Lightweight',
  'Welterweight',
  'Middleweight',
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
export const WeightClassText = Type.Enum(weightClassTexts, {
  $id: 'WeightClassText',
  type: 'string',
  description: 'A division in the words of the metrics supplier, always English.',
});
export type WeightClassText = Static<typeof WeightClassText>;

export const fighterStatuses = ['Active', 'NotFighting'] as const;
export const FighterStatus = Type.Enum(fighterStatuses, {
  $id: 'FighterStatus',
  type: 'string',
  description: 'Whether the fighter still fights.',
});
export type FighterStatus = Static<typeof FighterStatus>;

export const poundForPoundRanks = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
] as const;
export const PoundForPoundRank = Type.Enum(poundForPoundRanks, {
  $id: 'PoundForPoundRank',
  type: 'string',
  description: 'Place among the fighters of every division.',
});
export type PoundForPoundRank = Static<typeof PoundForPoundRank>;

export const ranks = ['C', ...poundForPoundRanks] as const;
export const Rank = Type.Enum(ranks, {
  $id: 'Rank',
  type: 'string',
  description: 'Place in the division; `C` is its champion.',
});
export type Rank = Static<typeof Rank>;

export const eventStatuses = ['ANNOUNCED', 'FINALIZED', 'LIVE', 'POST_EVENT'] as const;
export const EventStatus = Type.Enum(eventStatuses, {
  $id: 'EventStatus',
  type: 'string',
  description:
    'Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says.',
});
export type EventStatus = Static<typeof EventStatus>;

export const mediaTypes = ['EMBEDDEDVIDEO', 'INTERNALVIDEO', 'PHOTOGALLERY'] as const;
export const MediaType = Type.Enum(mediaTypes, {
  $id: 'MediaType',
  type: 'string',
  description: 'A video at another host, a video of our own, or a gallery of photos.',
});
export type MediaType = Static<typeof MediaType>;

export const careerOutcomes = ['Win', 'Loss', 'Draw', 'No Contest'] as const;
export const CareerOutcome = Type.Enum(careerOutcomes, {
  $id: 'CareerOutcome',
  type: 'string',
  description: 'How a bout of the career ended for the fighter.',
});
export type CareerOutcome = Static<typeof CareerOutcome>;

/**
 * Known outcomes of the live feed. The feed's schema accepts any string: a supplier's new word must not cost a whole
 * snapshot.
 */
export const feedOutcomes = ['Win', 'Loss', ''] as const;
export const FeedOutcome = Type.Enum(feedOutcomes, { $id: 'FeedOutcome', type: 'string' });
export type FeedOutcome = Static<typeof FeedOutcome>;

/** The division behind each weight key of the statistics; the key `all` has none. */
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
export const statsWeightKeys = [
  'all',
  'wbw',
  'hw',
  'lhw',
  'mw',
  'ww',
  'lw',
  'bw',
  'ftw',
  'flw',
  'wsw',
  'wflw',
  'wftw',
] as const satisfies readonly ('all' | keyof typeof statsWeightClasses)[];
export const StatsWeightKey = Type.Enum(statsWeightKeys, {
  $id: 'StatsWeightKey',
  type: 'string',
  description: 'The key of a division in the statistics; `all` is every division.',
});
export type StatsWeightKey = Static<typeof StatsWeightKey>;

/** Known country keys; others may appear, so `CountryKey` accepts any three capitals. */
export const countryKeys = [
  'USA',
  'JPN',
  'BRA',
  'ITA',
  'CAN',
  'NED',
  'AUS',
  'POL',
  'PER',
  'BLR',
  'NZL',
  'SWE',
  'FRA',
  'ARM',
  'DEN',
  'ESA',
  'TUR',
  'BAH',
  'KOR',
  'CHN',
  'CRO',
  'NGR',
  'SIN',
  'GUM',
  'RUS',
  'HAI',
  'GBR',
  'IRL',
  'CYP',
  'MEX',
] as const;
export const CountryKey = Type.String({
  $id: 'CountryKey',
  pattern: '^[A-Z]{3}$',
  description: 'A three-letter sport code.',
});
export type CountryKey = Static<typeof CountryKey>;

/** The statistics, in vocabulary order, which is also the order of the rows. */
export const statNames = [
  'AvgFightTimeLong',
  'AvgFightTimeShort',
  'TakedownsLanded',
  'TakedownDefense',
  'TakedownAccuracy',
  'SubmissionAttempts',
  'SubmissionAverage',
  'SigStrikesLanded',
  'SigStrikesAccuracy',
  'Knockdowns',
  'SLpM',
  'SApM',
  'PlusMinus',
  'SigStrikingDefense',
  'TotStrikesLanded',
] as const;
export const StatName = Type.Enum(statNames, {
  $id: 'StatName',
  type: 'string',
  description: 'A statistic; a fixed key, whose text is in the translations.',
});
export type StatName = Static<typeof StatName>;

/** Divisions in the order of the list of title holders, vacant ones aside: wire specification 2.4. */
export const titleHolderOrder = [
  'Women_Featherweight',
  'Flyweight',
  'Bantamweight',
  'Featherweight',
  'Lightweight',
  'Welterweight',
  'Middleweight',
  'Light_Heavyweight',
  'Heavyweight',
  'Women_Strawweight',
  'Women_Flyweight',
  'Women_Bantamweight',
] as const satisfies readonly WeightClass[];
