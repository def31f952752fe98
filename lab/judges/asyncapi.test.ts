import { Parser } from '@asyncapi/parser';
import { expect } from 'chai';
import { type DescribedStreams, readStreams } from '../../test/peers/stream-judge.ts';

/** Severity of a diagnostic; 2 is information, such as that there is a newer AsyncAPI, which fewer tools read. */
const warning = 1;

async function violations(document: DescribedStreams): Promise<string[]> {
  const diagnostics = await new Parser().validate(JSON.stringify(document));
  return diagnostics
    .filter(({ severity }) => severity <= warning)
    .map(({ path, message }) => `${path.join('/')}: ${message}`);
}

describe("AsyncAPI's parser", () => {
  it('accepts the document', async () => {
    expect(await violations(readStreams())).to.deep.equal([]);
  });

  it('refuses operations without a channel (control)', async () => {
    const document = readStreams();
    for (const operation of Object.values(document.operations)) operation.channel = { $ref: '#/channels/none' };
    expect(await violations(document)).not.to.deep.equal([]);
  });
});
