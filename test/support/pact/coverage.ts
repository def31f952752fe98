import { isConditional } from '../../../contracts/http/headers.ts';
import { type Interaction, identityOf } from '../../../contracts/interactions/interaction.ts';
import { operationOf } from '../../../contracts/interactions/request.ts';
import { type Operation, operations, pathParameters, queryParameters } from '../../../contracts/operations.ts';
import { bodyProblems, type ProblemKey } from '../../../contracts/problems.ts';
import { routeOf } from '../../../contracts/routes.ts';

export const targetNames = ['mock', 'server'] as const;
export type TargetName = (typeof targetNames)[number];

/** Results of the last verification, written by `test/provider` for `npm run coverage`. */
export interface Verification {
  /** SHA-256 in hex of the files it depends on, by path: the results are valid only for these. */
  files: Record<string, string>;
  /** Identities (`identityOf`) of all replayed interactions. */
  replayed: string[];
  /** Those that passed, by target. */
  verified: Record<TargetName, string[]>;
}

const descriptionIn = (identity: string) => identity.split('\n')[1] ?? identity;

/** One operation, as the coverage table shows it. */
export interface CoverageRow {
  /** Of the operation. */
  id: string;
  interactions: number;
  /** Problems of this route, without the common ones, that a contract covers. */
  problems: { covered: number; listed: number };
  verified: Record<TargetName, number>;
}

/** An empty cell of the table, and the reason. */
export interface Gap {
  id: string;
  cell: 'contract' | TargetName;
  reason: string;
}

/** The common problems to be covered per route; the other `commonProblems` are the same on every route. */
function problemsToCover({ name, path, method }: Operation): ProblemKey[] {
  const takesParameters = pathParameters(name, path).length + queryParameters(name).length > 0;
  return [
    ...(routeOf(name).problems ?? []),
    ...(method === 'POST' ? bodyProblems : []),
    ...(takesParameters ? (['invalid-request'] as const) : []),
  ];
}

const withStatus =
  (...statuses: number[]) =>
  ({ reply }: Interaction) =>
    statuses.includes(reply.status);

/** A kind of reply that a consumer relies on, and the interactions that cover it. */
type Shown = readonly [what: string, shows: (interaction: Interaction) => boolean];

function repliesToCover({ name }: Operation): Shown[] {
  const { list, cache, success = [] } = routeOf(name);
  const notModified: Shown = ['304', withStatus(304)];
  const page: Shown = ['a page with a Link', ({ reply }) => reply.headers?.Link !== undefined];
  return [
    ...success.map((status): Shown => [String(status), withStatus(status)]),
    ...(isConditional(cache) ? [notModified] : []),
    ...(list ? [page] : []),
  ];
}

/**
 * One row per operation, in the order of the table, and every gap: a reply or a problem that no contract covers, an
 * interaction that a target was not verified against.
 *
 * Problems and pages belong to a route: where it has several path forms, any form covers a problem for all.
 */
export function coverageOf(
  interactions: readonly Interaction[],
  verification: Pick<Verification, 'verified'>,
): { rows: CoverageRow[]; gaps: Gap[] } {
  const byOperation = Map.groupBy(interactions, (interaction) => operationOf(interaction).operation.id);
  const byRoute = Map.groupBy(interactions, ({ family, route }) => `${family} ${route}`);
  const verified = new Map(targetNames.map((target) => [target, new Set(verification.verified[target])]));
  const gaps: Gap[] = [];

  const rows = operations.map((operation): CoverageRow => {
    const { id, family, name } = operation;
    const own = byOperation.get(id) ?? [];
    const ofRoute = byRoute.get(`${family} ${name}`) ?? [];
    const met = new Set(ofRoute.map(({ reply }) => reply.problem));
    const listed = problemsToCover(operation);
    const missing = [
      ...(own.some(withStatus(200, 201)) ? [] : ['a success']),
      ...repliesToCover(operation).flatMap(([what, shows]) => (ofRoute.some(shows) ? [] : [what])),
      ...listed.filter((problem) => !met.has(problem)),
    ];
    for (const what of missing) gaps.push({ id, cell: 'contract', reason: `no interaction shows ${what}` });

    const count = (target: TargetName) => {
      const unverified = own.filter((interaction) => !verified.get(target)?.has(identityOf(interaction)));
      if (own.length === 0) gaps.push({ id, cell: target, reason: 'nothing to verify' });
      else if (unverified.length === own.length) gaps.push({ id, cell: target, reason: 'nothing is verified' });
      else
        for (const { receiving } of unverified)
          gaps.push({ id, cell: target, reason: `"${receiving}" is not verified` });
      return own.length - unverified.length;
    };
    return {
      id,
      interactions: own.length,
      problems: { covered: listed.filter((problem) => met.has(problem)).length, listed: listed.length },
      verified: { mock: count('mock'), server: count('server') },
    };
  });
  return { rows, gaps };
}

/**
 * The gaps outside single operations, such as in the pacts of other teams.
 *
 * @param id names them together.
 * @param expected identities; an empty list is a gap, too.
 */
export function gapsOf(id: string, expected: readonly string[], { verified }: Pick<Verification, 'verified'>): Gap[] {
  return targetNames.flatMap((target) => {
    const passed = new Set(verified[target]);
    if (expected.length === 0 || passed.size === 0) return [{ id, cell: target, reason: 'nothing is verified' }];
    return expected
      .filter((identity) => !passed.has(identity))
      .map((identity) => ({ id, cell: target, reason: `"${descriptionIn(identity)}" is not verified` }));
  });
}
