/** Types derived from the rows of the route table, for the client and the handlers. */
import type { RouteName, routes } from './routes.ts';
import type { parameters } from './schemas/parameters.ts';

export type Row<N extends RouteName> = (typeof routes)[N];

/** `/fighters/:fighter_id/news` → `'fighter_id'`; the parentheses of an optional part are dropped. */
type Names<P extends string> = P extends `${string}:${infer Rest}` ? First<Rest> | Names<Rest> : never;
type First<S extends string> = S extends `${infer Head}/${string}` ? Bare<Head> : Bare<S>;
type Bare<S extends string> = S extends `${infer Head})${string}` ? Head : S;
type NeededNames<P extends string> = P extends `${infer Head}(${string}` ? Names<Head> : Names<P>;

/** The rule that checks a parameter: the rule of the same name, unless the row names another. */
type RuleOf<R, Name extends string> = R extends { parameters: infer Rules }
  ? Name extends keyof Rules
    ? Rules[Name]
    : Name
  : Name;

/** The value that a rule parses from the text of a parameter. */
export type Value<Rule> = Rule extends keyof typeof parameters
  ? Exclude<ReturnType<(typeof parameters)[Rule]['parse']>, undefined>
  : never;

/** Path parameters by name; those of optional parts may be left out. */
export type PathValues<R extends { path: string }> = {
  [Name in NeededNames<R['path']>]: Value<RuleOf<R, Name>>;
} & {
  [Name in Exclude<Names<R['path']>, NeededNames<R['path']>>]?: Value<RuleOf<R, Name>> | undefined;
};

export type QueryValues<R> = R extends { query: readonly (infer Name extends string)[] }
  ? { [N in Name]?: Value<N> | undefined }
  : unknown;
