import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readFiles } from '../../scripts/house/picture.ts';

/**
 * A test that takes what it expects from the table that it judges follows every change of that table. These modules say
 * what is right, so only the tests that compare them with `test/support/expected` import them; all others import what is
 * expected from there. Inputs (ids of the world, requests of interactions, the code under test) may come from anywhere.
 */
const judged: readonly { module: string; names?: readonly string[]; by: readonly string[] }[] = [
  {
    module: 'contracts/http/headers.ts',
    // The last two need what a server allows as an input.
    by: [
      'test/contracts/http/headers.test.ts',
      ...['test/server/http/plain-requests.test.ts', 'test/server/http/request-context.test.ts'],
    ],
  },
  {
    module: 'contracts/http/event-stream.ts',
    by: ['test/contracts/http/headers.test.ts', 'test/contracts/pact/messages.test.ts'],
  },
  { module: 'contracts/http/rate-limit.ts', by: ['test/server/http/refuse.test.ts'] },
  { module: 'contracts/problems.ts', by: ['test/contracts/problems.test.ts'] },
  {
    module: 'contracts/requests/refusals.ts',
    by: ['test/contracts/problems.test.ts', 'test/contracts/requests/refusals.test.ts'],
  },
  {
    module: 'mock/contracts/problems.ts',
    names: ['mockProblems', 'problemHeaders'],
    by: ['test/mock/problems.test.ts'],
  },
  { module: 'contracts/schemas/validation/sentences.ts', by: ['test/contracts/schemas/sentences.test.ts'] },
  { module: 'contracts/schemas/vocabulary.ts', by: ['test/contracts/schemas/vocabulary.test.ts'] },
  { module: 'contracts/schemas/parameters.ts', by: [] },
  { module: 'contracts/families.ts', names: ['families'], by: ['test/contracts/routes.test.ts'] },
  {
    module: 'contracts/operations.ts',
    names: ['allowedMethods', 'pathParameters', 'problemsOf', 'queryParameters'],
    by: ['test/contracts/routes.test.ts'],
  },
  {
    module: 'contracts/routes.ts',
    names: ['routeOf', 'routes', 'routesOf'],
    // All but the first need a row as an input: its method or path for a request, its schema for a check.
    by: [
      ...[
        'test/contracts/routes.test.ts',
        'test/contracts/pact/messages.test.ts',
        'test/contracts/requests/checks.test.ts',
      ],
      ...['test/contracts/interactions.test.ts', 'test/support/pact/consumer.ts', 'test/provider/verify.test.ts'],
      ...['test/mock/selection.test.ts', 'test/mock/prism.test.ts', 'test/server/content/verbs.test.ts'],
      ...['test/server/limits/work-class.test.ts', 'test/server/http/render-problem.test.ts'],
      'test/contracts/kit/endpoints.test.ts',
    ],
  },
  { module: 'contracts/requests/checks.ts', names: ['maximumDepth'], by: [] },
  { module: 'server/config.ts', names: ['settings'], by: ['test/server/processes/config.test.ts'] },
  {
    module: 'server/limits/overload.ts',
    names: ['defaultOverloadSettings'],
    by: ['test/server/http/settings.test.ts'],
  },
  {
    module: 'server/streams/streams.ts',
    names: ['defaultStreamSettings'],
    by: ['test/server/http/settings.test.ts', 'test/server/streams/streams-of-process.test.ts'],
  },
];

/** What the suites that run on mock and server may import besides the test support: inputs, and types. */
const inputsOfSuites = ['contracts/world/index.ts', 'contracts/interactions/live-updates.ts'];

const files = readFiles(fileURLToPath(new URL('../../', import.meta.url)));
const isOwn = (path: string) => /^(contracts|mock|server|scripts)\//.test(path);

interface Import {
  file: string;
  module: string;
  /** `*` for all. Types are left out. */
  names: string[];
}

/** What a file imports from the modules of this repository, by name. */
function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (path: string, names: string[]) => {
    if (names.length > 0) found.push({ file, module: posix.join(posix.dirname(file), path), names });
  };
  for (const [, clause = '', path = ''] of text.matchAll(/^(?:import|export)\s+([^;'"]*?)\s*from\s+'(\.[^']+)'/gm)) {
    if (/^type\s/.test(clause)) continue;
    const inBraces = /\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? ['*'];
    const names = inBraces.map((name) => name.trim().replace(/\s+as\s+.*$/s, ''));
    add(
      path,
      names.filter((name) => name !== '' && !name.startsWith('type ')),
    );
  }
  for (const [, path = ''] of text.matchAll(/\bimport\(\s*'(\.[^']+)'/g)) add(path, ['*']);
  return found;
}

/** Every import of a test that would make it agree with whatever it judges, in words. */
function wrongImports(sources: ReadonlyMap<string, string>): string[] {
  const wrong: string[] = [];
  for (const [file, text] of sources) {
    if (!file.startsWith('test/') || file.startsWith('test/bench/')) continue;
    for (const { module, names } of importsOf(file, text)) {
      if (file.startsWith('test/support/expected/') && !module.startsWith('test/support/expected/')) {
        wrong.push(`${file} imports ${module}: what tests expect must not come from what they judge`);
      }
      if (file.startsWith('test/support/suites/') && isOwn(module) && !inputsOfSuites.includes(module)) {
        wrong.push(
          `${file} imports ${module}: a rule of mock and server says what it expects in test/support/expected`,
        );
      }
      const rule = judged.find((one) => one.module === module);
      if (!rule || rule.by.includes(file)) continue;
      const taken = names.filter((name) => name === '*' || !rule.names || rule.names.includes(name));
      if (taken.length > 0) {
        wrong.push(`${file} imports ${taken.join(', ')} of ${module}: expect a literal, or test/support/expected`);
      }
    }
  }
  return wrong;
}

describe('what tests expect', () => {
  it('is written out, not imported from the tables that they judge', () => {
    expect(wrongImports(files)).to.deep.equal([]);
  });

  it('is judged by tests and in modules that exist', () => {
    for (const { module, names = [], by } of judged) {
      const text = files.get(module) ?? '';
      for (const name of names)
        expect(text, `${name} of ${module}`).to.match(new RegExp(`export (?:const|function) ${name}\\b`));
      expect(text, module).not.to.equal('');
      for (const file of by) expect(files.get(file), `${file}, which may import ${module}`).to.be.a('string');
    }
  });

  for (const [title, file, line] of [
    [
      'a header table in a suite',
      'test/support/suites/rules/replies.ts',
      "import { corsHeaders } from '../../../../contracts/http/headers.ts';",
    ],
    [
      'problems in a test of the mock',
      'test/mock/shell.test.ts',
      "import {\n  problems,\n} from '../../contracts/problems.ts';",
    ],
    [
      'a row of the route table',
      'test/mock/shell.test.ts',
      "import { routeOf as row } from '../../contracts/routes.ts';",
    ],
    [
      'all of a module',
      'test/server/http/limiter.test.ts',
      "import * as headers from '../../../contracts/http/headers.ts';",
    ],
    ['a module at run time', 'test/server/http/limiter.test.ts', "await import('../../../contracts/problems.ts');"],
    [
      'a table of the service in what is expected',
      'test/support/expected/headers.ts',
      "export { families } from '../../../contracts/families.ts';",
    ],
    [
      'a schema in a suite',
      'test/support/suites/votes.ts',
      "import { Vote } from '../../../contracts/schemas/votes.ts';",
    ],
  ] as const) {
    it(`is found to be imported: ${title} (control)`, () => {
      const changed = new Map([...files, [file, `${files.get(file)}\n${line}\n`]]);
      const before = wrongImports(files);
      const wrong = wrongImports(changed).filter((sentence) => !before.includes(sentence));
      expect(wrong).not.to.have.length(0);
      for (const sentence of wrong) expect(sentence).to.match(new RegExp(`^${file} imports `));
    });
  }

  it('may use types and inputs (control)', () => {
    const lines = [
      "import type { Problem } from '../../contracts/problems.ts';",
      "import { type ProblemKey, type Fault } from '../../contracts/problems.ts';",
      "import { ids } from '../../contracts/world/index.ts';",
      "import { type Family, provider } from '../../contracts/families.ts';",
    ];
    expect(wrongImports(new Map([['test/mock/shell.test.ts', lines.join('\n')]]))).to.deep.equal([]);
  });
});
