/** Mutants of the Lua scripts, from their tokens: no grammar of Lua is kept as a package, and the scripts are short. */
import { type Change, changedLetter, isFirst, type Mutant, mutantsOf } from './mutant.ts';

interface Token {
  kind: 'comment' | 'string' | 'number' | 'word' | 'sign';
  text: string;
  start: number;
  end: number;
}

const pattern =
  /(?<comment>--[^\n]*|^#![^\n]*)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?<number>\d+(?:\.\d+)?)|(?<word>[A-Za-z_][\w.]*)|(?<sign>\.\.|[<>=~]=|[^\s\w])/g;

/** The tokens of a script without comments, which include the first line (`#!lua`). */
function tokensOf(source: string): Token[] {
  return [...source.matchAll(pattern)].flatMap(({ groups = {}, 0: text, index }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as Token['kind'];
    return kind === 'comment' ? [] : [{ kind, text, start: index, end: index + text.length }];
  });
}

const others: Record<string, [operator: string, other: string]> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '==': ['equality', '~='],
  '~=': ['equality', '=='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  and: ['logic', 'or'],
  or: ['logic', 'and'],
  true: ['boolean', 'false'],
  false: ['boolean', 'true'],
  not: ['condition', ''],
};

/** Index of the token that closes the bracket at an index. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (/^[({[]$/.test(tokens[at]?.text ?? '')) depth++;
    if (/^[)}\]]$/.test(tokens[at]?.text ?? '') && --depth === 0) return at;
  }
  return tokens.length - 1;
}

/** What a bracket contains, split at its commas, by offsets. */
function partsOf(tokens: readonly Token[], open: number): [start: number, end: number][] {
  const close = closing(tokens, open);
  const parts: [number, number][] = [];
  let from = open + 1;
  for (let at = open + 1; at <= close; at++) {
    if (/^[({[]$/.test(tokens[at]?.text ?? '')) at = closing(tokens, at);
    else if (at === close || tokens[at]?.text === ',') {
      if (at > from) parts.push([(tokens[from] as Token).start, (tokens[at - 1] as Token).end]);
      from = at + 1;
    }
  }
  return parts;
}

/** The condition of an `if` or `elseif`, and what a `return` returns, up to the end of its line or block. */
function* ofWord(tokens: readonly Token[], at: number, source: string): Generator<Change> {
  const { text } = tokens[at] as Token;
  const next = tokens[at + 1];
  if (!next) return;
  if (text === 'if' || text === 'elseif') {
    const then = tokens.findIndex((token, index) => index > at && token.text === 'then');
    const end = tokens[then - 1]?.end ?? next.end;
    const condition = source.slice(next.start, end);
    for (const other of ['true', 'false', `not (${condition})`]) {
      yield { operator: 'condition', start: next.start, end, text: other };
    }
  }
  if (text === 'return' && next.text === '{') {
    yield { operator: 'return', start: next.start, end: (tokens[closing(tokens, at + 1)] as Token).end, text: 'nil' };
  }
}

/** A call: removed where it is a statement of its own, else with its first two arguments swapped. */
function* ofCall(tokens: readonly Token[], at: number, source: string): Generator<Change> {
  const call = tokens[at] as Token;
  if (call.kind !== 'word' || tokens[at + 1]?.text !== '(') return;
  const end = (tokens[closing(tokens, at + 1)] as Token).end;
  const before = tokens[at - 1]?.text ?? '';
  // `then redis.call(…)`, or the first on its line and not the rest of an expression.
  const isFirstOfLine = /^[ \t]*$/.test(source.slice(source.lastIndexOf('\n', call.start) + 1, call.start));
  const isStatement =
    /^(then|do|else)$/.test(before) ||
    (isFirstOfLine && !/^([({[,=+*/<>~-]|\.\.|[<>=~]=|and|or|not|return)$/.test(before));
  if (isStatement && call.text !== 'function')
    yield { operator: 'statement removed', start: call.start, end, text: '' };
  if (/^math\.(max|min)$/.test(call.text)) return;
  const [first, second, third] = partsOf(tokens, at + 1);
  if (/^redis\.p?call$/.test(call.text) ? second && third : first && second) {
    const [a, b] = (call.text.startsWith('redis.') ? [second, third] : [first, second]) as [
      [number, number],
      [number, number],
    ];
    const text = source.slice(...b) + source.slice(a[1], b[0]) + source.slice(...a);
    yield { operator: 'arguments swapped', start: a[0], end: b[1], text, shown: [call.start, end] };
  }
}

/** Each element of a table removed, with the comma that follows, or else the one before. */
function* ofTable(tokens: readonly Token[], at: number, source: string): Generator<Change> {
  if (tokens[at]?.text !== '{') return;
  const parts = partsOf(tokens, at);
  for (const [n, [start, end]] of parts.entries()) {
    const [from, to] = n + 1 < parts.length ? [start, parts[n + 1]?.[0] as number] : [parts[n - 1]?.[1] ?? start, end];
    const shown = [tokens[at]?.start ?? start, source.indexOf('}', end) + 1] as const;
    yield { operator: 'element removed', start: from, end: to, text: '', shown };
  }
}

function* ofToken(tokens: readonly Token[], at: number): Generator<Change> {
  const { kind, text, start, end } = tokens[at] as Token;
  const shown = [tokens[at - 1]?.start ?? start, tokens[at + 1]?.end ?? end] as const;
  const [operator, other] = others[text] ?? [];
  const before = tokens[at - 1];
  // Lua has no `+1`: the sign of a number is removed.
  const isSignOfNumber =
    text === '-' && (before?.kind === 'sign' ? !/[)\]}]/.test(before.text) : before?.text === 'return');
  if (operator !== undefined && other !== undefined) {
    yield { operator, start, end, text: isSignOfNumber ? '' : other, shown };
  }
  if (kind === 'number') {
    const value = Number(text);
    const changed = value === 0 || isFirst(start) ? value + 1 : value - 1;
    yield { operator: 'number', start, end, text: String(changed), shown };
  }
  // Not the name of a Redis command: without it the script cannot run at all, which every test of it notices.
  if (kind === 'string' && !/^redis\.p?call$/.test(tokens[at - 2]?.text ?? '')) {
    const inner = text.slice(1, -1);
    yield {
      operator: 'string',
      start,
      end,
      text: `${text[0]}${inner === '' ? 'x' : changedLetter(inner)}${text[0]}`,
      shown,
    };
  }
}

/** All mutants of a script, in the order of the source. */
export function mutateLua(file: string, source: string): Mutant[] {
  const tokens = tokensOf(source);
  const changes = tokens.flatMap((_, at) => [
    ...ofToken(tokens, at),
    ...ofWord(tokens, at, source),
    ...ofCall(tokens, at, source),
    ...ofTable(tokens, at, source),
  ]);
  return mutantsOf(file, source, changes).sort((a, b) => a.start - b.start || a.end - b.end);
}
