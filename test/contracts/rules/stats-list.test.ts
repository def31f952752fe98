import { expect } from 'chai';
import { collections } from '../../../contracts/content/collections/index.ts';
import { content } from '../../../contracts/interactions/sample.ts';
import { statsList } from '../../../contracts/rules/stats-list.ts';

describe('statsList', () => {
  it('names the list of each combination of filters', () => {
    expect(statsList({ weight_class: 'lw' })).to.equal('w:lw');
    expect(statsList({ born_country: 'PER' })).to.equal('c:PER');
    expect(statsList({ weight_class: 'lw', born_country: 'PER' })).to.equal('w:lw+c:PER');
    expect(statsList({ weight_class: 'all', born_country: 'PER' })).to.equal('c:PER');
    for (const filter of [{}, { weight_class: 'all' }, { weight_class: 'all', born_country: 'ALL' }]) {
      expect(statsList(filter)).to.equal(undefined);
    }
  });
  it('names existing lists', () => {
    const lists = new Set(content.list('stats').records.flatMap(collections.stats.lists));
    const [country, weight] = ['c:', 'w:'].map((start) => [...lists].find((list) => list.startsWith(start)) ?? '');
    expect(statsList({ born_country: country?.slice(2) })).to.equal(country);
    expect(statsList({ weight_class: weight?.slice(2).split('+')[0] })).to.be.oneOf([...lists]);
  });
});
