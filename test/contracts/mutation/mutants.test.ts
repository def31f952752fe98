import { expect } from 'chai';
import { draw, folderOf, mutate } from '../../mutation/mutants/files.ts';
import { isNamed, withChange } from '../../mutation/mutants/known.ts';
import { applyTo, changedLetter } from '../../mutation/mutants/mutant.ts';

/** The texts that a snippet becomes, with the operator of each. */
function variants(source: string, file = 'server/x.ts'): string[] {
  return mutate(file, source).map((mutant) => `${mutant.operator}: ${applyTo(source, mutant)}`);
}

/** Snippet → what it becomes by one operator, in the order of the source. */
const typeScript: [operator: string, source: string, becomes: string[]][] = [
  ['comparison', 'f(a < b);', ['f(a <= b);']],
  ['comparison', 'f(a >= b);', ['f(a > b);']],
  ['equality', 'f(a === b);', ['f(a !== b);']],
  ['logic', 'f(a && b || c);', ['f(a && b && c);', 'f(a || b || c);']],
  ['arithmetic', 'f(a + b, i--, -x);', ['f(a - b, i--, -x);', 'f(a + b, i++, -x);', 'f(a + b, i--, x);']],
  ['arithmetic', "f(a + 's');", []],
  ['condition', 'if (a > b) f();', ['if (true) f();', 'if (false) f();', 'if (!(a > b)) f();']],
  ['condition', 'if (!a) f();', ['if (true) f();', 'if (false) f();', 'if (a) f();']],
  ['condition', 'while (a) f();', ['while (false) f();']],
  ['default', 'f(a ?? b);', ['f(a);', 'f(b);']],
  [
    'optional chaining',
    'f(a?.b, c?.[0], d?.());',
    ['f(a.b, c?.[0], d?.());', 'f(a?.b, c[0], d?.());', 'f(a?.b, c?.[0], d());'],
  ],
  ['number', 'f(0);', ['f(1);']],
  ['boolean', 'f(true);', ['f(false);']],
  ['string', "f('');", ["f('x');"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template, not one
  ['string', 'f(`${b} abc`);', ['f(`${b} acc`);']],
  ['pattern', 'f(/^a$/i);', ['f(/a$/i);', 'f(/^a/i);']],
  ['statement removed', 'a(); b = c; throw d;', ['; b = c; throw d;', 'a(); ; throw d;', 'a(); b = c; ;']],
  ['element removed', 'f([a, ...b]);', ['f([ ...b]);', 'f([a]);']],
  ['element removed', 'f({ a, b: c, ...d });', ['f({  b: c, ...d });', 'f({ a,  ...d });', 'f({ a, b: c });']],
  ['return', 'function f() { return a; }', ['function f() { return undefined; }']],
  ['return', 'f((a) => a.b);', ['f((a) => undefined);']],
  ['arguments swapped', 'f(a, b, c);', ['f(b, a, c);']],
  ['arguments swapped', 'Math.max(a, b);', []],
];

const lua: typeof typeScript = [
  ['comparison', 'if a < b then return end', ['if a <= b then return end']],
  ['equality', 'local x = a ~= b', ['local x = a == b']],
  ['logic', 'local x = a and b', ['local x = a or b']],
  ['condition', 'if a.b > 1 then', ['if true then', 'if false then', 'if not (a.b > 1) then']],
  ['arithmetic', 'local x = { -1, a - b }', ['local x = { 1, a - b }', 'local x = { -1, a + b }']],
  ['number', 'local x = 0', ['local x = 1']],
  ['string', "local x = redis.call('GET', 'abc')", ["local x = redis.call('GET', 'acc')"]],
  ['statement removed', "redis.call('DEL', f(a))\nb()", ['\nb()', "redis.call('DEL', f(a))\n"]],
  ['statement removed', "if a then redis.call('DEL', b) end", ['if a then  end']],
  ['statement removed', "local x = a +\n  f('DEL', b)", []],
  ['arguments swapped', "redis.call('SET', a, b)", ["redis.call('SET', b, a)"]],
  ['arguments swapped', 'local most = math.max(a, b)', []],
  ['return', 'return { 1, 2 }', ['return nil']],
  ['element removed', 'return { a, f(b, c) }', ['return { f(b, c) }', 'return { a }']],
];

describe('mutants', () => {
  for (const [file, rows] of [
    ['server/x.ts', typeScript],
    ['server/store/x-1.lua', lua],
  ] as const) {
    for (const [operator, source, becomes] of rows) {
      it(`by ${operator} of ${JSON.stringify(source)}`, () => {
        const own = variants(source, file).filter((variant) => variant.startsWith(`${operator}: `));
        expect(own.map((variant) => variant.slice(operator.length + 2))).to.have.members(becomes);
      });
    }
  }

  it('spare types, imports, comments, help texts, log lines and messages of plain errors', () => {
    const spared = [
      "import { a } from './a.ts';",
      "export * from './b.ts';",
      "type A = 'a' | 1;",
      "interface B { c: 'c' }",
      '// if (a < b) return 1;',
      "const help = 'text';",
      "console.error('text', 1);",
      "log.info({ a: 1 }, 'text');",
      "const e = new Error('text');",
    ];
    expect(spared.flatMap((source) => variants(source))).to.deep.equal([]);
    expect(variants("let x: 'a' = y as 'b' satisfies 'c';")).to.deep.equal([]);
    expect(variants('#!lua flags=no-writes\n-- a < b\n', 'server/x-1.lua')).to.deep.equal([]);
    expect(variants("f(new CommandFailed('text'));"), 'control').not.to.deep.equal([]);
  });

  it('say where they are and what changed', () => {
    const [mutant] = mutate('mock/x.ts', 'f();\nif (a) {\n  g(1 < b);\n}\n').filter(
      ({ operator }) => operator === 'comparison',
    );
    expect(mutant).to.include({ file: 'mock/x.ts', line: 3, was: '1 < b', is: '1 <= b' });
  });

  it('change a letter, never an escape sequence', () => {
    expect(['abc', '99', '\\n', '…', 'z'].map(changedLetter)).to.deep.equal(['acc', '98', '\\nx', '…x', 'y']);
  });
});

describe('a sample of mutants', () => {
  const source = Array.from({ length: 40 }, (_, n) => `f(${n}, ${n} < x);`).join('\n');
  const mutants = ['server/a.ts', 'server/b.ts', 'mock/c.ts'].flatMap((file) => mutate(file, source));

  it('is the same for the same seed, and another for another', () => {
    expect(draw(mutants, 10, '7')).to.deep.equal(draw(mutants.toReversed(), 10, '7'));
    expect(draw(mutants, 10, '7')).not.to.deep.equal(draw(mutants, 10, '8'));
  });

  it('has the wanted number from each folder, and contains every smaller one', () => {
    const sample = draw(mutants, 10, '7');
    expect(sample.map(({ file }) => folderOf(file)).toSorted()).to.deep.equal([
      ...Array.from({ length: 10 }, () => 'mock'),
      ...Array.from({ length: 10 }, () => 'server'),
    ]);
    expect(sample).to.include.deep.members(draw(mutants, 4, '7'));
    expect(draw(mutants, undefined, '7')).to.have.members(mutants);
  });
});

describe('a change that is named by its text', () => {
  const source = 'if (a < b) f(a);\n';

  it('is found among mutants', () => {
    const named = { file: 'server/x.ts', from: 'if (a < b)', to: 'if (a <= b)' };
    const found = mutate('server/x.ts', source).filter((mutant) => isNamed(source, mutant, [named]));
    expect(found.map(({ is }) => is)).to.deep.equal(['a <= b']);
  });

  it('is an error when its text is not there, or there twice', () => {
    const change = (from: string) => () => withChange(source, { file: 'server/x.ts', from, to: 'c' });
    expect(change('gone')).to.throw('server/x.ts: "gone" occurs 0 times, not once');
    expect(change('a')).to.throw('server/x.ts: "a" occurs 2 times, not once');
  });
});
