import { families } from '../families.ts';
import { contractId, currentEtag, type Interaction, urlOf } from '../interactions/interaction.ts';
import { routeOf, tags } from '../routes.ts';

/**
 * Contracts as requests to send from an editor: the common syntax of VS Code's REST Client and the HTTP Client of
 * JetBrains. Importers of OpenAPI lose the states, and all bodies but one.
 */

const head = (tag: string, version: string) => `# Made by \`npm run generate\` from the contracts. Do not edit.
# ${tag} (${version}). "Prefer" chooses the contract on the mock (npm run mock); the server does not read it.

@host = http://localhost:4010
`;

const stated = ({ given }: Interaction) =>
  given
    .map(({ name, params = {} }) => (Object.keys(params).length > 0 ? `${name} ${JSON.stringify(params)}` : name))
    .join('; ');

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

function requestText(interaction: Interaction): string {
  const { route, receiving, request, reply } = interaction;
  const headers = {
    Accept: 'application/json',
    ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
    Prefer: `example="${contractId(interaction)}"`,
  };
  return [
    `### ${receiving}`,
    `# Given: ${stated(interaction)}.`,
    `# Answers: ${[reply.status, reply.problem].filter(Boolean).join(' ')}`,
    `${routeOf(route).method} {{host}}${urlOf(interaction)}`,
    // Only the provider knows its ETag; the mock answers 304 by the name of the contract, too.
    ...Object.entries(headers)
      .filter(([, value]) => value !== currentEtag)
      .map(([name, value]) => `${name}: ${value}`),
    ...(request.body === undefined ? [] : ['', bodyText(request.body)]),
    '',
  ].join('\n');
}

/** @returns texts by path, one file for each family and tag: `v3/fighters.http`. */
export function requestFiles(interactions: readonly Interaction[]): Map<string, string> {
  const byFile = Map.groupBy(interactions, ({ family, route }) => `${family}/${routeOf(route).tag}.http`);
  return new Map(
    [...byFile]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, of]) => {
        const [{ family, route }] = of as [Interaction];
        return [path, [head(tags[routeOf(route).tag], families[family].version), ...of.map(requestText)].join('\n')];
      }),
  );
}
