/** Mutants of TypeScript and JavaScript, from the syntax tree. */
import { Lang, parse, type SgNode } from '@ast-grep/napi';
import { type Change, changedLetter, isFirst, type Mutant, mutantsOf } from './mutant.ts';
import { isSpared, runningPart } from './spared.ts';

const start = (node: SgNode) => node.range().start.index;
const end = (node: SgNode) => node.range().end.index;
const span = (node: SgNode) => [start(node), end(node)] as const;

/** Replaces a node, or all between two nodes. */
const replace = (operator: string, node: SgNode, text: string, shown: SgNode = node): Change => ({
  ...{ operator, text },
  ...{ start: start(node), end: end(node), shown: span(shown) },
});

/** Other operators by operator, with the name of the change. */
const others: Record<string, [operator: string, ...others: string[]]> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '&': ['arithmetic', '|'],
  '|': ['arithmetic', '&'],
  '^': ['arithmetic', '&'],
  '<<': ['arithmetic', '>>'],
  '>>': ['arithmetic', '<<'],
  '>>>': ['arithmetic', '<<'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '??=': ['default', '='],
  '||=': ['default', '='],
};

const isText = (node: SgNode | null): boolean => {
  const kind = node?.kind();
  if (kind === 'binary_expression') return isText(node?.field('left') ?? null) || isText(node?.field('right') ?? null);
  return kind === 'string' || kind === 'template_string';
};

function* ofOperation(node: SgNode): Generator<Change> {
  const operator = node.field('operator') ?? node.children().find((child) => child.text() in others);
  const [left, right] = [node.field('left'), node.field('right')];
  if (!operator || !left || !right) return;
  if (operator.text() === '??') {
    yield replace('default', node, left.text());
    yield replace('default', node, right.text());
    return;
  }
  if (/^\+=?$/.test(operator.text()) && (isText(left) || isText(right))) return;
  const [name, ...texts] = others[operator.text()] ?? [''];
  for (const text of texts) yield replace(name, operator, text, node);
}

function* ofCondition(node: SgNode): Generator<Change> {
  const condition = node.field('condition');
  if (!condition) return;
  const inner = condition.kind() === 'parenthesized_expression' ? (condition.child(1) as SgNode) : condition;
  const isLoop = /^(while|do|for)/.test(node.kind() as string);
  // A loop that never ends costs its time limit, and shows no more than one that does not begin.
  for (const text of isLoop ? ['false'] : ['true', 'false']) yield replace('condition', inner, text);
  // Other operators negate `!x` and `x === y`.
  const isNegated = inner.kind() === 'unary_expression' || /^[!=]==$/.test(inner.field('operator')?.text() ?? '');
  if (!isLoop && !isNegated) yield replace('condition', inner, `!(${inner.text()})`);
}

/** Removes each element of a list with the comma that follows, or else the one before. */
function* withoutEach(node: SgNode, operator: string): Generator<Change> {
  const children = node.children();
  for (const [at, child] of children.entries()) {
    if (!child.isNamed() || child.kind() === 'comment') continue;
    const [before, after] = [children[at - 1], children[at + 1]];
    const from = after?.text() === ',' || before?.text() !== ',' ? start(child) : start(before as SgNode);
    const to = after?.text() === ',' ? end(after) : end(child);
    yield { operator, start: from, end: to, text: '' };
  }
}

function* ofCall(node: SgNode): Generator<Change> {
  const optional = node.children().find((child) => child.kind() === '?.');
  if (optional) yield replace('optional chaining', optional, '', node);
  const given = (node.field('arguments')?.children() ?? []).filter(
    (child) => child.isNamed() && child.kind() !== 'comment',
  );
  const [first, second] = given;
  if (/^Math\.(max|min)$/.test(node.field('function')?.text() ?? '')) return;
  if (!first || !second || given.some((child) => child.kind() === 'spread_element')) return;
  const text = node.text();
  const from = start(node);
  const between = text.slice(end(first) - from, start(second) - from);
  yield {
    operator: 'arguments swapped',
    ...{ start: start(first), end: end(second), text: second.text() + between + first.text() },
    shown: span(node),
  };
}

function* ofString(node: SgNode): Generator<Change> {
  const quoted = node.text();
  const text = quoted.slice(1, -1);
  // A directive, such as 'use strict', is an expression statement.
  if (node.parent()?.kind() === 'expression_statement') return;
  const changed = text === '' ? 'x' : isFirst(start(node)) ? '' : changedLetter(text);
  yield replace('string', node, `${quoted[0]}${changed}${quoted[0]}`);
}

function* ofRegex(node: SgNode): Generator<Change> {
  const text = node.text();
  if (text.startsWith('/^')) yield replace('pattern', node, `/${text.slice(2)}`);
  if (/\$\/[a-z]*$/.test(text)) yield replace('pattern', node, text.replace(/\$(\/[a-z]*)$/, '$1'));
}

/** The longest piece of a template's own text. */
function* ofTemplate(node: SgNode): Generator<Change> {
  const pieces = node.children().filter((child) => child.kind() === 'string_fragment' && /\S/.test(child.text()));
  const [piece] = pieces.sort((a, b) => b.text().length - a.text().length);
  if (piece) yield replace('string', piece, changedLetter(piece.text()), node);
}

function* ofNumber(node: SgNode): Generator<Change> {
  const text = node.text();
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) return;
  const other = value === 0 || isFirst(start(node)) ? value + 1 : value - 1;
  yield replace('number', node, String(other), node.parent() ?? node);
}

function* ofStatement(node: SgNode): Generator<Change> {
  const expression = node.child(0);
  const inner = expression?.kind() === 'await_expression' ? expression.child(1) : expression;
  const kinds = ['call_expression', 'assignment_expression', 'augmented_assignment_expression', 'update_expression'];
  // A subclass cannot do without super().
  if (!inner || !kinds.includes(inner.kind() as string) || inner.text().startsWith('super(')) return;
  yield { operator: 'statement removed', start: start(node), end: end(node), text: ';' };
}

function* ofReturn(node: SgNode): Generator<Change> {
  const value = node.children().find((child) => child.isNamed());
  if (value && value.text() !== 'undefined') yield replace('return', value, 'undefined');
}

function* ofArrow(node: SgNode): Generator<Change> {
  const body = node.field('body');
  if (body && body.kind() !== 'statement_block' && body.text() !== 'undefined') {
    yield replace('return', body, 'undefined', node);
  }
}

function* ofUnary(node: SgNode): Generator<Change> {
  const operator = node.field('operator')?.text();
  const argument = node.field('argument');
  if (!argument) return;
  if (operator === '!') yield replace('condition', node, argument.text());
  if (operator === '-') yield replace('arithmetic', node, argument.text());
}

const removed = (node: SgNode): Change[] => [
  { operator: 'statement removed', ...{ start: start(node), end: end(node) }, text: ';' },
];

const operators: Record<string, (node: SgNode) => Iterable<Change>> = {
  binary_expression: ofOperation,
  augmented_assignment_expression: ofOperation,
  if_statement: ofCondition,
  ternary_expression: ofCondition,
  while_statement: ofCondition,
  do_statement: ofCondition,
  object: (node) => withoutEach(node, 'element removed'),
  array: (node) => withoutEach(node, 'element removed'),
  call_expression: ofCall,
  new_expression: ofCall,
  string: ofString,
  template_string: ofTemplate,
  regex: ofRegex,
  number: ofNumber,
  true: (node) => [replace('boolean', node, 'false', node.parent() ?? node)],
  false: (node) => [replace('boolean', node, 'true', node.parent() ?? node)],
  expression_statement: ofStatement,
  throw_statement: removed,
  continue_statement: removed,
  return_statement: ofReturn,
  arrow_function: ofArrow,
  unary_expression: ofUnary,
  update_expression: (node) => [
    replace(
      'arithmetic',
      node,
      node.text().replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
    ),
  ],
  // `a?.b` and `a?.[b]`, `a?.()`.
  optional_chain: (node) => {
    const next = node.next()?.kind();
    return [
      replace(
        'optional chaining',
        node,
        next === 'property_identifier' || next === 'private_property_identifier' ? '.' : '',
        node.parent() ?? node,
      ),
    ];
  },
};

function* walk(node: SgNode): Generator<Change> {
  if (isSpared(node)) return;
  yield* operators[node.isNamed() ? (node.kind() as string) : '']?.(node) ?? [];
  for (const child of runningPart(node)) yield* walk(child);
}

/** All mutants of a file, in the order of the source. */
export function mutateTypeScript(file: string, source: string): Mutant[] {
  // The grammar of TypeScript reads JavaScript too.
  const changes = walk(parse(Lang.TypeScript, source).root());
  return mutantsOf(file, source, changes).sort((a, b) => a.start - b.start || a.end - b.end);
}
