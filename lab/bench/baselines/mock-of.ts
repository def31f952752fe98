/** The mock of this repository on another document. Run by startBaseline. */
import { readFileSync } from 'node:fs';
import { startMock } from '../../../mock/start.ts';
import { serveUntilParentEnds } from './serve.ts';

await serveUntilParentEnds(async ({ document }: { document: string }) => {
  const { url } = await startMock({ port: 0, host: '127.0.0.1', document: JSON.parse(readFileSync(document, 'utf8')) });
  return url;
});
