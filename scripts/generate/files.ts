import { interactions } from '../../contracts/interactions/index.ts';
import { kitFiles } from '../../contracts/kit/build.ts';
import { asyncApiDocument } from '../../contracts/openapi/asyncapi.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { requestFiles } from '../../contracts/openapi/request-files.ts';
import { schemaFiles } from '../../contracts/openapi/schema-files.ts';
import { stockDocument } from '../../contracts/openapi/stock.ts';
import { operations } from '../../contracts/operations.ts';
import { stateList } from '../../contracts/pact/state-list.ts';
import { bundleClient } from './bundle-client.ts';

const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

/** The text of everything in `contracts/generated/` but the pacts, by its path there: `kit/README.md`. */
export function generatedFiles(): Map<string, string> {
  const document = openApiDocument(interactions);
  const inFolder = (name: string, files: Iterable<readonly [path: string, text: string]>) =>
    [...files].map(([path, text]) => [`${name}/${path}`, text] as const);
  return new Map([
    ['operations.txt', operations.map(({ id }) => `${id}\n`).join('')],
    ['openapi.json', json(document)],
    ['openapi.prism.json', json(stockDocument(document))],
    ['asyncapi.json', json(asyncApiDocument(interactions))],
    ['states.json', json(stateList())],
    ...[...schemaFiles(document)].map(([name, schema]) => [`schemas/${name}`, json(schema)] as const),
    ...inFolder('http', requestFiles(interactions)),
    ...inFolder('kit', kitFiles(document, interactions, bundleClient)),
  ]);
}
