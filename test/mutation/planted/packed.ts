/** The mock in one file. */
import type { PlantedFault } from './fault.ts';

const test = 'test/mock/pack.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'the packed mock looks for its document beside the bundle',
    file: 'scripts/pack/bundle.ts',
    from: ', import.meta.url).href`;',
    to: ", new URL('./elsewhere/mock.js', import.meta.url)).href`;",
    test,
  },
  {
    title: 'the packed mock is left behind when npx is stopped',
    file: 'mock/packed.ts',
    from: 'endWithParent();',
    to: '',
    test,
  },
  {
    title: 'the packed mock has a word that Node 20 does not know',
    file: 'contracts/http/url.ts',
    from: '(URL.canParse(text) ? new URL(text) : undefined)',
    to: '(URL.parse(text) ?? undefined)',
    test,
  },
  {
    title: 'the packed mock asks the registry for the package of its reference page',
    file: 'scripts/pack/package.ts',
    from: 'bundleDependencies: [reference.name]',
    to: 'bundleDependencies: []',
    test,
  },
];
