import type { Interaction } from '../interactions/interaction.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { fixtureName, fixtureOf, indexEntry } from './fixtures.ts';
import { kotlinFile } from './kotlin.ts';
import { Model } from './model.ts';
import { gradleModule, gradleSettings, swiftPackage } from './packages.ts';
import { readme } from './readme.ts';
import { swiftFile } from './swift.ts';
import { typeScriptFile } from './typescript.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const head = 'Made by `npm run kit` from the contracts. Do not edit.';

/**
 * The kit for mobile teams: types in three languages and every contract as a fixture.
 *
 * @returns texts by path inside the kit; the same for the same contracts.
 * @throws {Error} naming a schema that the types cannot express.
 */
export function kitFiles(document: OpenApiDocument, interactions: readonly Interaction[]): Map<string, string> {
  const model = new Model(document.components.schemas);
  const { declarations } = model;
  const fixtures = interactions.map((interaction) => fixtureOf(interaction, document, model));
  const ids = new Set(fixtures.map(({ contractId }) => contractId));
  if (ids.size < fixtures.length) throw new Error('two contracts have the same id');
  const named = new Map(fixtures.map((fixture) => [`${fixtureName(fixture)}.json`, fixture]));
  if (named.size < fixtures.length) throw new Error('two fixtures would have the same name');
  const index = [...named].map(([file, fixture]) => indexEntry(file, fixture));
  return new Map([
    ['README.md', readme(document, model, named.size)],
    ['typescript/types.ts', typeScriptFile(declarations, head)],
    ['swift/Package.swift', swiftPackage(head)],
    ['swift/Sources/FightcardKit/Fightcard.swift', swiftFile(declarations, head)],
    ['kotlin/settings.gradle.kts', gradleSettings(head)],
    ['kotlin/build.gradle.kts', gradleModule(head)],
    ['kotlin/src/main/kotlin/fightcard/Fightcard.kt', kotlinFile(declarations, head)],
    ['fixtures/index.json', json(index)],
    ...[...named].map(([file, fixture]) => [`fixtures/${file}`, json(fixture)] as const),
  ]);
}
