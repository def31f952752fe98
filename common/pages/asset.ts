import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { etagOf } from '../../contracts/http/etag.ts';
import { jsonType } from '../../contracts/http/headers.ts';
import type { Coding } from '../../contracts/http/negotiation.ts';

/** Files of other types are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': jsonType,
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The media type of a file by its name; undefined for a file that is not served. */
export const typeOf = (name: string): string | undefined => types[extname(name)];

/** Pictures and videos are already compressed. */
const isCompressible = (type: string) => /^(?:text\/|application\/json|image\/svg)/.test(type);

/** Compressing a smaller body saves no packet. */
const minCompressedBytes = 1_024;

const compress = {
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

export interface CodedAsset {
  bytes: Buffer;
  etag: string;
  coding: Coding;
}

export class Asset {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly #coded = new Map<Coding, Promise<CodedAsset>>();

  constructor(path: string, type: string, bytes: Buffer | string) {
    this.path = path;
    this.type = type;
    this.bytes = Buffer.from(bytes);
    this.etag = etagOf(this.bytes);
  }

  /** Compressed once, outside the event loop. Small files, pictures and videos stay uncompressed. */
  async in(coding: Coding): Promise<CodedAsset> {
    if (coding === 'identity' || this.bytes.length < minCompressedBytes || !isCompressible(this.type)) {
      return { bytes: this.bytes, etag: this.etag, coding: 'identity' };
    }
    const known = this.#coded.get(coding);
    if (known) return known;
    const compressed = compress[coding](this.bytes).then((bytes) => ({
      bytes,
      etag: `${this.etag.slice(0, -1)}-${coding}"`,
      coding,
    }));
    this.#coded.set(coding, compressed);
    return compressed;
  }
}

export const jsonAsset = (path: string, value: unknown) => new Asset(path, jsonType, JSON.stringify(value));

/**
 * The files of a folder under `/<name>/…`, with `index.html` as the page itself at `page`.
 *
 * @param folder ends in a slash.
 */
export function folderAssets(folder: URL, { name, page }: { name: string; page: string }): Asset[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => typeOf(file) && file !== 'tsconfig.json')
    .sort()
    .map((file) => {
      const path = file === 'index.html' ? page : `/${name}/${file}`;
      return new Asset(path, typeOf(file) as string, readFileSync(new URL(file, folder)));
    });
}
