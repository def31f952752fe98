import { createHash } from 'node:crypto';
import { families } from '../../contracts/families.ts';
import { type Asset, jsonAsset } from './asset.ts';
import type { Host } from './listing.ts';

/** Identifies the contracts: the start of the SHA-256 of their document, independent of its indentation. */
export const contractDigest = (text: string) =>
  createHash('sha256')
    .update(JSON.stringify(JSON.parse(text)))
    .digest('hex')
    .slice(0, 12);

const ofFamily = ({ prefix, language }: (typeof families)['v3' | 'v1']) => ({
  language,
  base: prefix,
  health: `${prefix}/health`,
  routes: `${prefix}/`,
});

/** `/` for clients that do not accept HTML: the host and relative links to its pages. */
export const welcomeAsset = (
  path: string,
  host: Host,
  text: string,
  pages: readonly (readonly [string, string])[],
): Asset =>
  jsonAsset(path, {
    name: 'Fightcard',
    about: 'Fight-sports content, live events, audience votes and round scoring',
    host,
    contracts: contractDigest(text),
    families: { v3: ofFamily(families.v3), v1: ofFamily(families.v1) },
    pages: Object.fromEntries([[path, 'Catalogue'], ...pages].map(([address, name]) => [name?.toLowerCase(), address])),
    ...(host === 'mock' && {
      control: { state: '/__mock/state', sessions: '/__mock/sessions', requests: '/__mock/requests' },
    }),
  });
