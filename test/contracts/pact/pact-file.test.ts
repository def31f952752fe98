import { expect } from 'chai';
import { interactions } from '../../../contracts/interactions/index.ts';
import type { Expectation } from '../../../contracts/pact/expectations.ts';
import { pactFile, writeInteraction } from '../../../contracts/pact/pact-file.ts';
import { pactFiles, readPact, writtenIdentity } from '../../support/pact/pacts.ts';

describe('pactFile', () => {
  const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as never;

  it('writes each interaction as Pact does', () => {
    const committed = new Map(
      pactFiles().flatMap((file) => {
        const { consumer, interactions: all } = readPact(file);
        return all.map((written) => [`${consumer.name}\n${writtenIdentity(written)}`, written]);
      }),
    );
    expect(committed.size).to.equal(interactions.length);
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

describe('writeInteraction', () => {
  const made = (more: Partial<Expectation>): Expectation => ({
    ...{ route: 'chat', family: 'v1', receiving: 'a request', given: [], request: {}, reply: { status: 200 } },
    ...more,
  });
  const linkOf = (headers: Record<string, string>) => {
    const { response } = writeInteraction(made({ route: 'health', reply: { status: 304, headers } }));
    return { sent: response.headers.Link, rules: response.matchingRules?.header };
  };

  it('accepts any host and cursor in a next Link', () => {
    const page = 'https://api.example/news?';
    const pattern = (before: string, after: string) =>
      `^<https?://[^/>]+/news[?]${before}cursor=[A-Za-z0-9_-]+${after}>; rel="next"$`;
    for (const [link, expected] of [
      [`<${page}limit=2&cursor=abc>; rel="next"`, pattern('limit=2&', '')],
      [`<${page}cursor=abc&fight=a.b>; rel="next"`, pattern('', '&fight=a\\.b')],
      [`<http://localhost:80/news?a=1&cursor=&b=2>; rel="next"`, pattern('a=1&', '&b=2')],
      [`<${page}limit=2>; rel="next"`, undefined],
      ['</news?cursor=abc>; rel="next"', undefined],
      [` <${page}cursor=abc>; rel="next"`, undefined],
      [`<${page}cursor=abc>; rel="next", <https://b.example>`, undefined],
      ['none', undefined],
    ] as const) {
      const rules = expected && { Link: { combine: 'AND', matchers: [{ match: 'regex', regex: expected }] } };
      expect(linkOf({ Link: link }), link).to.deep.equal({ sent: [link], rules });
    }
  });
});
