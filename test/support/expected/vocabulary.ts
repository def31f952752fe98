/** The closed lists of words as the wire specification has them (2.3, 2.4), in its order. */

const words = (text: string) => text.trim().split(/\s+/);

export const weightClasses = words(`
  Flyweight Bantamweight Featherweight Lightweight Welterweight Middleweight Light_Heavyweight Heavyweight
  Women_Strawweight Women_Flyweight Women_Bantamweight Women_Featherweight`);

/** Divisions in the order of the list of title holders, vacant ones aside. */
export const titleHolderOrder = words(`
  Women_Featherweight Flyweight Bantamweight Featherweight Lightweight Welterweight Middleweight Light_Heavyweight
  Heavyweight Women_Strawweight Women_Flyweight Women_Bantamweight`);

export const weightClassTexts = [
  ...words('Flyweight Bantamweight Featherweight Lightweight Welterweight Middleweight'),
  ...['Light Heavyweight', 'Heavyweight', "Women's Strawweight", "Women's Flyweight", "Women's Bantamweight"],
  ...["Women's Featherweight", 'Catch Weight', 'Open Weight', 'Super Heavyweight'],
];

export const fighterStatuses = words('Active NotFighting');
export const poundForPoundRanks = words('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
export const ranks = words('C 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
export const eventStatuses = words('ANNOUNCED FINALIZED LIVE POST_EVENT');
export const mediaTypes = words('EMBEDDEDVIDEO INTERNALVIDEO PHOTOGALLERY');
export const careerOutcomes = ['Win', 'Loss', 'Draw', 'No Contest'];

export const statsWeightKeys = words('all wbw hw lhw mw ww lw bw ftw flw wsw wflw wftw');

/** The division behind each weight key but `all`. */
export const statsWeightClasses = {
  ...{ wbw: 'Women_Bantamweight', hw: 'Heavyweight', lhw: 'Light_Heavyweight', mw: 'Middleweight' },
  ...{ ww: 'Welterweight', lw: 'Lightweight', bw: 'Bantamweight', ftw: 'Featherweight', flw: 'Flyweight' },
  ...{ wsw: 'Women_Strawweight', wflw: 'Women_Flyweight', wftw: 'Women_Featherweight' },
};

export const statNames = words(`
  AvgFightTimeLong AvgFightTimeShort TakedownsLanded TakedownDefense TakedownAccuracy SubmissionAttempts
  SubmissionAverage SigStrikesLanded SigStrikesAccuracy Knockdowns SLpM SApM PlusMinus SigStrikingDefense
  TotStrikesLanded`);
