import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Asset, folderAssets, typeOf } from './asset.ts';

const folder = new URL('./shared/', import.meta.url);
const require = createRequire(import.meta.url);

/** The parts that pages have in common. */
export function sharedAssets(): Asset[] {
  // Without the name of its source map, which developer tools would request.
  const preact = readFileSync(require.resolve('preact'), 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, '');
  return [
    ...folderAssets(folder, { name: 'shared', page: '/shared' }),
    new Asset('/shared/preact.js', typeOf('preact.js') as string, preact),
    new Asset('/shared/uqr.js', typeOf('uqr.js') as string, readFileSync(new URL(import.meta.resolve('uqr')))),
  ];
}
