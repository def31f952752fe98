import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Asset, folderAssets, typeOf } from './asset.ts';

const folder = new URL('./docs/', import.meta.url);
const require = createRequire(import.meta.url);

/** The files of the package that the page loads. */
const bundle = ['swagger-ui-bundle.js', 'swagger-ui.css'];

export const docsPath = '/docs';
export const documentPath = '/openapi.json';
export const streamsPath = '/asyncapi.json';

const swaggerUi = 'swagger-ui-dist';

/** The paths of the package's files; undefined if the optional package is not installed. */
function bundleFiles(packageName: string): { name: string; file: string }[] | undefined {
  try {
    return bundle.map((name) => ({ name, file: require.resolve(`${packageName}/${name}`) }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Whether Swagger UI is installed. */
export const hasDocs = () => bundleFiles(swaggerUi) !== undefined;

/** The reference page around Swagger UI. Empty if Swagger UI is not installed. */
export function docsAssets(packageName = swaggerUi): Asset[] {
  const files = bundleFiles(packageName);
  if (!files) return [];
  const ofPackage = files.map(
    ({ name, file }) => new Asset(`/docs/${name}`, typeOf(name) as string, readFileSync(file)),
  );
  return [...folderAssets(folder, { name: 'docs', page: docsPath }), ...ofPackage];
}

export const documentAsset = (path: string, text: string) => new Asset(path, typeOf(path) as string, text);
