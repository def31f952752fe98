import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { etagOf } from '../../contracts/http/etag.ts';
import { jsonType } from '../../contracts/http/headers.ts';
import type { Coding } from '../../contracts/http/negotiation.ts';
import { codedEtag, compress, minCompressedBytes } from '../wire/compression.ts';

/** Files of other types are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** Pictures and videos are already compressed. */
const isCompressible = (type: string) => /^(?:text\/|application\/json|image\/svg)/.test(type);

interface CodedAsset {
  bytes: Buffer;
  etag: string;
  coding: Coding;
}

export interface Asset {
  path: string;
  type: string;
  bytes: Buffer;
  etag: string;
  /** Compressed once, outside the event loop. Small files, pictures and videos stay uncompressed. */
  in(coding: Coding): Promise<CodedAsset>;
}

export function createAsset(path: string, type: string, content: Buffer | string): Asset {
  const bytes = Buffer.from(content);
  const etag = etagOf(bytes);
  const isPlain = bytes.length < minCompressedBytes || !isCompressible(type);
  const compressed = new Map<Coding, Promise<CodedAsset>>();
  return {
    path,
    type,
    bytes,
    etag,
    async in(coding) {
      if (coding === 'identity' || isPlain) return { bytes, etag, coding: 'identity' };
      const known = compressed.get(coding);
      if (known) return known;
      const codedTag = codedEtag(etag, coding);
      const compressing = compress(coding, bytes).then((bytes) => ({ bytes, etag: codedTag, coding }));
      compressed.set(coding, compressing);
      return compressing;
    },
  };
}

export const jsonAsset = (path: string, value: unknown) => createAsset(path, jsonType, JSON.stringify(value));

/** A script from a package, without the name of its source map, which developer tools would request. */
export const scriptAsset = (path: string, file: string | URL) =>
  createAsset(path, types['.js'] as string, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, ''));

/** The start of every page. */
const head = `<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/shared/icon.svg" />
    <link rel="stylesheet" href="/shared/tokens.css" />`;

/** The files of a folder beside this file under `/<name>/…`, with `index.html` as the page itself at `page`. */
export function folderAssets(name: string, page = ''): Asset[] {
  const folder = new URL(`./${name}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const type = types[extname(file)];
      if (!type) return [];
      const path = file === 'index.html' ? page : `/${name}/${file}`;
      const content = readFileSync(new URL(file, folder), 'utf8');
      return [createAsset(path, type, extname(file) === '.html' ? content.replace('<head>', head) : content)];
    });
}
