import type { Interaction } from '../interactions/interaction.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { fixtureName, fixtureOf, indexEntry, streamTexts } from './fixtures.ts';
import { kotlinModule } from './kotlin.ts';
import { type Endpoint, endpointsOf, type KitContents, streamsOf } from './languages.ts';
import { Model } from './model.ts';
import { withProblemTypes } from './problems.ts';
import { readme } from './readme.ts';
import { swiftPackage } from './swift.ts';
import { type Bundle, typeScriptPackage } from './typescript.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const head = 'Made by `npm run generate` from the contracts. Do not edit.';

const folder = (name: string, files: Map<string, string>) =>
  [...files].map(([path, text]) => [`${name}/${path}`, text] as const);

export function kitModel(document: OpenApiDocument): { model: Model; endpoints: Endpoint[] } {
  const model = new Model(withProblemTypes(document.components.schemas));
  return { model, endpoints: endpointsOf(document, model) };
}

/**
 * The kit for mobile teams: types in three languages and every contract as a fixture.
 *
 * @returns texts by path inside the kit; the same for the same contracts.
 * @throws {Error} naming a schema that the types cannot express.
 */
export function kitFiles(
  document: OpenApiDocument,
  interactions: readonly Interaction[],
  bundle: Bundle,
): Map<string, string> {
  const { model, endpoints } = kitModel(document);
  const contents: KitContents = { declarations: model.declarations, endpoints, streams: streamsOf(endpoints), head };
  const fixtures = interactions.map((interaction) => fixtureOf(interaction, document, model));
  const ids = new Set(fixtures.map(({ contractId }) => contractId));
  if (ids.size < fixtures.length) throw new Error('two contracts have the same id; change the description of one');
  const named = new Map(fixtures.map((fixture) => [`${fixtureName(fixture)}.json`, fixture]));
  if (named.size < fixtures.length)
    throw new Error('two fixtures have the same file name; change the description of one contract');
  const index = [...named].map(([file, fixture]) => indexEntry(file, fixture));
  return new Map([
    ['README.md', readme(contents, named.size)],
    ...folder('typescript', typeScriptPackage(contents, bundle)),
    // Swift names a package after its folder, and refuses two of one name.
    ...folder('swift/FightcardKit', swiftPackage(contents)),
    ...folder('kotlin', kotlinModule(contents)),
    ...folder('streams', streamTexts(interactions)),
    ['fixtures/index.json', json(index)],
    ...[...named].map(([file, fixture]) => [`fixtures/${file}`, json(fixture)] as const),
  ]);
}
