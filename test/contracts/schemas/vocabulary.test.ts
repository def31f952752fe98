import { expect } from 'chai';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import * as vocabulary from '../../../contracts/schemas/vocabulary.ts';
import * as expected from '../../support/expected/vocabulary.ts';

const { WeightClass, WeightClassText, FighterStatus, PoundForPoundRank, Rank, EventStatus, MediaType } = vocabulary;
const { CareerOutcome, StatsWeightKey, StatName, CountryKey } = vocabulary;

describe('vocabulary', () => {
  const known: Readonly<Record<string, unknown>> = { ...vocabulary };
  for (const [name, words] of Object.entries(expected)) {
    it(`${name} is that of the specification`, () => {
      expect(known[name]).to.deep.equal(words);
    });
  }
  for (const [name, schema, words] of [
    ['WeightClass', WeightClass, expected.weightClasses],
    ['WeightClassText', WeightClassText, expected.weightClassTexts],
    ['FighterStatus', FighterStatus, expected.fighterStatuses],
    ['PoundForPoundRank', PoundForPoundRank, expected.poundForPoundRanks],
    ['Rank', Rank, expected.ranks],
    ['EventStatus', EventStatus, expected.eventStatuses],
    ['MediaType', MediaType, expected.mediaTypes],
    ['CareerOutcome', CareerOutcome, expected.careerOutcomes],
    ['StatsWeightKey', StatsWeightKey, expected.statsWeightKeys],
    ['StatName', StatName, expected.statNames],
  ] as const) {
    it(`${name} accepts only its words`, () => {
      expect(words.filter((word) => !fits(schema, word))).to.deep.equal([]);
      for (const other of ['', 'flyweight', 'Other', null, 1]) {
        expect(fits(schema, other), String(other)).to.equal(false);
      }
    });
  }
  it('CountryKey accepts any three capitals', () => {
    expect(expected.countryKeys.every((key) => fits(CountryKey, key))).to.equal(true);
    for (const other of ['PE', 'PERU', 'per', 'P1R', 'ÑÑÑ']) {
      expect(fits(CountryKey, other), other).to.equal(false);
    }
  });
});
