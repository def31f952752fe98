import type { Interaction } from './interaction.ts';
import { fixtureOf } from './kit/fixtures.ts';
import { kotlinFile } from './kit/kotlin.ts';
import { Model } from './kit/model.ts';
import { readme } from './kit/readme.ts';
import { swiftFile } from './kit/swift.ts';
import { typeScriptFile } from './kit/typescript.ts';
import type { OpenApiDocument } from './openapi/document.ts';

const head = 'Made by `npm run kit` from the contracts. Do not edit.';

/**
 * The kit for mobile teams: types in three languages and every contract as a fixture.
 *
 * @returns texts by path inside the kit; the same for the same contracts.
 * @throws {Error} naming a schema that the types cannot say.
 */
export function kitFiles(document: OpenApiDocument, interactions: readonly Interaction[]): Map<string, string> {
  const model = new Model(document.components.schemas);
  const { declarations } = model;
  const fixtures = interactions.map((interaction) => fixtureOf(interaction, document, model));
  const named = new Map(fixtures.map((fixture) => [fixture.contractId, fixture]));
  if (named.size < fixtures.length) throw new Error('two contracts have the same id');
  return new Map([
    ['README.md', readme(document, model, named.size)],
    ['typescript/types.ts', typeScriptFile(declarations, head)],
    ['swift/Fightcard.swift', swiftFile(declarations, head)],
    ['kotlin/Fightcard.kt', kotlinFile(declarations, head)],
    ...[...named].map(([id, fixture]) => [`fixtures/${id}.json`, `${JSON.stringify(fixture, null, 2)}\n`] as const),
  ]);
}
