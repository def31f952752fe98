/** The mock: how it starts, what its replies add up, and what a session shows to whom. */
import type { PlantedFault } from './fault.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a port that is set and empty keeps the mock from starting',
    file: 'mock/options.ts',
    from: 'env[name]?.trim() || undefined',
    to: 'env[name]?.trim()',
    test: 'test/mock/promises.test.ts',
  },
  {
    title: 'the catalogue in a session sends its requests outside of it',
    file: 'contracts/site/catalogue/request.js',
    from: 'await fetch(base + contract.url',
    to: 'await fetch(contract.url',
    test: 'test/mock/pages.test.ts',
  },
  {
    title: 'a deeply nested pact ends the mock with a stack',
    file: 'mock/contracts/read-json.ts',
    from: 'findTooDeep(text, mostLevels)',
    to: 'findTooDeep(text, 100 * mostLevels)',
    test: 'test/mock/foreign-pacts.test.ts',
  },
  {
    title: 'a system that has no file watch left ends the mock',
    file: 'mock/contracts/watch.ts',
    from: '    failed(error);\n  }\n  return {',
    to: '    throw error;\n  }\n  return {',
    test: 'test/mock/reload.test.ts',
  },
  {
    title: 'contracts in a folder that was added are not watched',
    file: 'mock/contracts/watch.ts',
    from: '      open(path);\n      changed();',
    to: '      changed();',
    test: 'test/mock/reload.test.ts',
  },
  {
    title: 'a client that was away while its session was replaced keeps the old state',
    file: 'mock/http/stream.ts',
    from: "(data !== '' || !source.wasSent(now))",
    to: "data !== ''",
    test: 'test/mock/stream.test.ts',
  },
  {
    title: 'of two states under one id the later one passes for both',
    file: 'mock/http/sent-events.ts',
    from: '!before || before.data === data ? data : undefined',
    to: 'data',
    test: 'test/mock/stream.test.ts',
  },
];
