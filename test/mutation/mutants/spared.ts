/**
 * What is not mutated, and why. Everything else of contracts, mock, server and scripts is.
 *
 * - Types, imports, comments: Node erases types and comments, and `tsc` judges them and imports.
 * - Help texts (`help`, and what a configuration says about its settings): sentences for people, not behaviour. That there is a
 *   help, and that it names each option, is tested.
 * - Log lines and what commands print on the way (`console`, `log`, `say`): operators read them, programs do not.
 * - The message of a plain `Error`: nobody meets it but a programmer. Errors with a name of their own are mutated, since
 *   commands print them.
 * - `contracts/generated`: `npm run generate` makes it, and CI compares.
 */
import type { SgNode } from '@ast-grep/napi';

/** Syntax that means nothing at run time. */
const erased = new Set([
  ...['comment', 'hash_bang_line', 'import_statement', 'interface_declaration', 'type_alias_declaration'],
  ...['type_annotation', 'type_arguments', 'type_parameters', 'type_predicate_annotation', 'implements_clause'],
  ...[
    'function_signature',
    'method_signature',
    'abstract_method_signature',
    'index_signature',
    'accessibility_modifier',
  ],
]);

const spokenBy = /^(console|(this\.)?#?log(ger)?|options\.log|say|print)\b/;

/** A node whose inside is left as it is. */
export function isSpared(node: SgNode): boolean {
  const kind = node.kind() as string;
  if (erased.has(kind)) return true;
  if (kind === 'export_statement') return node.field('source') !== null;
  if (kind === 'variable_declarator') return /^(help|usage)$/i.test(node.field('name')?.text() ?? '');
  if (kind === 'pair') return /^(help|summary|description|says)$/.test(node.field('key')?.text() ?? '');
  if (kind === 'expression_statement') return isSpoken(node.child(0));
  if (kind === 'call_expression') return isSpoken(node);
  if (kind === 'new_expression') return /^(Type|Range|Syntax)?Error$/.test(node.field('constructor')?.text() ?? '');
  return false;
}

const isSpoken = (node: SgNode | null): boolean =>
  node?.kind() === 'call_expression' && spokenBy.test((node.field('function')?.text() ?? '').replace('this.#', '#'));

/** The part of `x as T` and `x satisfies T` that runs. */
export const runningPart = (node: SgNode): SgNode[] => {
  const kind = node.kind();
  return kind === 'as_expression' || kind === 'satisfies_expression' ? node.children().slice(0, 1) : node.children();
};
