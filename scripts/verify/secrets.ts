import type { Run } from './report-formats.ts';
import type { Mismatch, Verdict } from './verdict.ts';

const secretName = '[\\w-]*(?:authorization|cookie|token|secret|password|(?:api|access|feed|private)[-_]?key)[\\w-]*';
const secretParameter = new RegExp(`([?&]${secretName}=)[^&'"\\s]+`, 'gi');
const secretHeader = new RegExp(`-H '(${secretName}): (?:[^']|'\\\\'')*'`, 'gi');
const secretPlace = new RegExp(`^(?:header|metadata) ${secretName}$`, 'i');
export const secretVariable = new RegExp(`^${secretName}$`, 'i');

/** A copy without credentials in headers, addresses and the environment, and without the path of the working folder. */
export function withoutSecrets(verdict: Verdict, env: Run['env']): Verdict {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    secretVariable.test(name) && value.length >= 6 ? value : [],
  );
  const clean = (text: string) =>
    [...secrets.map((secret) => [secret, '***'] as const), [`${process.cwd()}/`, ''] as const]
      .reduce((cleaned, [from, to]) => cleaned.replaceAll(from, to), text)
      .replace(secretHeader, "-H '$1: ***'")
      .replace(secretParameter, '$1***')
      .replace(/(\w:\/\/)[^\s/@'"]+@/g, '$1***@');
  const copy = (_: string, value: unknown) => {
    if (typeof value === 'string') return clean(value);
    const { path, sentence } = (value ?? {}) as Partial<Mismatch>;
    if (sentence === undefined || !secretPlace.test(path ?? '')) return value;
    return { path, sentence: 'differs; the values are not shown, since they may be secret' };
  };
  return JSON.parse(JSON.stringify(verdict), copy) as Verdict;
}
