import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { readDescribed } from './document-judge.ts';

/** What Spectral's OpenAPI rules find: one line each, `rule at path`. */
async function findings(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(rulesets.oas as never);
  const found = await linter.run(document as Record<string, unknown>);
  return found.map(({ code, path, message }) => `${code} at ${path.join(' ')}: ${message}`);
}

/** Findings that stay, with their reason. */
const explained: Record<string, string> = {
  'info-contact at info': 'the samples name no person',
  'path-keys-no-trailing-slash at paths /api/v3/mobile/': 'the root of a family ends with a slash in the specification',
  'path-keys-no-trailing-slash at paths /api/v1/us/': 'the root of a family ends with a slash in the specification',
};

const isExplained = (line: string) => Object.keys(explained).some((start) => line.startsWith(`${start}:`));

describe("Spectral's OpenAPI rules", function () {
  this.timeout(0);
  it('find only explained exceptions in the document', async () => {
    const lines = await findings(readDescribed());
    expect(lines.filter((line) => !isExplained(line))).to.deep.equal([]);
    expect(lines, 'rows of the table').to.have.length(Object.keys(explained).length);
  });

  it('find planted faults', async () => {
    const { paths, ...document } = readDescribed();
    const small = {
      ...document,
      paths: {
        '/api/v1/us/fighters/{id}': {
          get: {
            ...paths['/api/v1/us/fighters/{id}']?.get,
            parameters: [],
            responses: { 204: { description: 'None.' } },
          },
        },
      },
      components: { schemas: { Lie: { type: 'integer', default: 'seven' } } },
    };
    const lines = await findings(small);
    expect(lines.join('\n')).to.contain('path-params at paths /api/v1/us/fighters/{id}');
    expect(lines.join('\n')).to.contain('oas3-valid-schema-example at components schemas Lie');
  });
});
