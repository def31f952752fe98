import { expect } from 'chai';
import * as vocabulary from '../../../contracts/schemas/vocabulary.ts';
import * as expected from '../../support/expected/vocabulary.ts';

const { WeightClass, WeightClassText, FighterStatus, PoundForPoundRank, Rank, EventStatus, MediaType } = vocabulary;
const { CareerOutcome, StatsWeightKey, StatName } = vocabulary;

describe('vocabulary', () => {
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
    it(`${name} has the words of the specification`, () => {
      expect(schema.enum).to.deep.equal(words);
    });
  }

  it('orders title holders as the specification', () => {
    expect(vocabulary.titleHolderOrder).to.deep.equal(expected.titleHolderOrder);
  });

  it('has the division of each weight key', () => {
    expect(vocabulary.statsWeightClasses).to.deep.equal(expected.statsWeightClasses);
  });
});
