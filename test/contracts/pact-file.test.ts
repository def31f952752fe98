import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { pactFile, writeInteraction } from '../../contracts/pact/pact-file.ts';
import { pactFiles, readPact, writtenIdentity } from '../support/pact/pacts.ts';

describe('a pact that is written without Pact', () => {
  const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as never;

  it('has each interaction as Pact itself writes it', () => {
    const committed = new Map(
      pactFiles().flatMap((file) => {
        const { consumer, interactions: all } = readPact(file);
        return all.map((written) => [`${consumer.name}\n${writtenIdentity(written)}`, written]);
      }),
    );
    expect(committed.size).to.equal(interactions.length).and.equal(467);
    for (const interaction of interactions) {
      const written = asJson(writeInteraction(interaction));
      expect(written, interaction.receiving).to.deep.equal(
        committed.get(`${interaction.consumer}\n${writtenIdentity(written)}`),
      );
    }
  });

  it('names consumer, provider and version of the specification', () => {
    const { interactions: none, ...file } = pactFile('corner-tv', []);
    expect([none, file]).to.deep.equal([
      [],
      {
        consumer: { name: 'corner-tv' },
        provider: { name: 'fight-sports-api' },
        metadata: { pactSpecification: { version: '4.0' } },
      },
    ]);
  });
});
