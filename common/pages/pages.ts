import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { jsonType, securityHeaders } from '../../contracts/http/headers.ts';
import { asksForHtml } from '../../contracts/http/negotiation.ts';
import { type Asset, createAsset, folderAssets, scriptAsset } from './asset.ts';
import { boardPath, catalogueAssets, cataloguePath, linksOf } from './catalogue.ts';
import {
  type DocumentSource,
  type DocumentVersion,
  documentPath,
  generatedDocument,
  generatedStreams,
  streamsPath,
} from './document.ts';
import type { Host } from './listing.ts';
import { type AssetReply, type AssetRequest, replyWith, replyWithMedia } from './reply.ts';
import { welcomeAsset } from './welcome.ts';

interface PageRequest extends AssetRequest {
  /** Path without query. */
  path: string;
  accept: string | undefined;
}

/** Answers a request for a page or a part of it; undefined passes the path to the routes. */
export type Pages = (request: PageRequest) => Promise<AssetReply | undefined>;

/** Whether a request target is that of a page or of a part of one, which take no more than their bytes from memory. */
export const isPageTarget = (target: string): boolean =>
  /^\/(?:board|catalogue|docs|shared)(?:[/?]|$)|^\/(?:openapi\.json|asyncapi\.json)?(?:\?|$)/.test(target);

const byPath = (assets: readonly Asset[]) => new Map(assets.map((asset) => [asset.path, asset]));

const fixedPages = (assets: readonly Asset[], vary?: readonly string[]): Pages => {
  const known = byPath(assets);
  return async (request) => {
    const asset = known.get(request.path);
    return asset && replyWith(asset, request, vary);
  };
};

/** Built at the first request and again after a change of the document. */
function following<T>(source: DocumentSource, build: (version: DocumentVersion) => T): () => T {
  let built: { version: DocumentVersion; value: T } | undefined;
  return () => {
    const version = source();
    if (built?.version !== version) built = { version, value: build(version) };
    return built.value;
  };
}

/** `/board` and its parts under `/board/`. */
export const boardPages = () => fixedPages(folderAssets('board', boardPath));

/** The mock's control room: the page, for which the caller checks who may open it, and its parts under `/control/`. */
export function controlPages(): { page: Pages; parts: Pages } {
  const path = '/__mock';
  const assets = folderAssets('control', path);
  return {
    page: fixedPages(
      assets.filter((asset) => asset.path === path),
      ['Accept'],
    ),
    parts: fixedPages(assets.filter((asset) => asset.path !== path)),
  };
}

const require = createRequire(import.meta.url);

/** What pages have in common, under `/shared/`: colours, elements, the icon, and Preact and uqr for those that use them. */
export const sharedPages = () =>
  fixedPages([
    ...folderAssets('shared'),
    scriptAsset('/shared/preact.js', require.resolve('preact')),
    scriptAsset('/shared/uqr.js', new URL(import.meta.resolve('uqr'))),
  ]);

/** `/`, which is a page for clients that name `text/html` and JSON for others, and the parts of the page under `/catalogue/`. `writes`: it may send a POST. */
export function cataloguePages(host: Host, writes: boolean, source: DocumentSource = generatedDocument): Pages {
  const assets = following(source, ({ document }) => byPath(catalogueAssets(document(), host, writes)));
  const welcome = following(source, ({ text }) => welcomeAsset(cataloguePath, host, text, linksOf(host)));
  return async (request) => {
    const isRoot = request.path === cataloguePath;
    if (!isRoot && !request.path.startsWith('/catalogue/')) return undefined;
    const asset = isRoot && !asksForHtml(request.accept) ? welcome() : assets().get(request.path);
    return asset && replyWith(asset, request, isRoot ? ['Accept'] : []);
  };
}

/** `/openapi.json` and `/asyncapi.json`. */
export function documentPages(source: DocumentSource = generatedDocument): Pages {
  const served = (path: string, from: DocumentSource) =>
    [path, following(from, ({ text }) => createAsset(path, jsonType, text))] as const;
  const documents = new Map([served(documentPath, source), served(streamsPath, generatedStreams)]);
  return async (request) => {
    const asset = documents.get(request.path)?.();
    return asset && replyWith(asset, request);
  };
}

/** The pictures and videos that the sample world names, under `/sample/`. */
export function samplePages(): Pages {
  const assets = new Map<string, Asset>();
  return async (request) => {
    const { path } = request;
    if (!/\.(?:png|jpg|mp4|m3u8|ts)$/.test(path)) return undefined;
    const known = assets.get(path);
    if (known) return replyWithMedia(known, request);
    // Loaded only when needed: it reads the whole sample.
    const { findMedia } = await import('../media/library.ts');
    const media = findMedia(path);
    if (!media) return undefined;
    const asset = createAsset(path, media.type, media.bytes);
    assets.set(path, asset);
    return replyWithMedia(asset, request);
  };
}

/** The reference was at `/docs`. The addresses are relative, so that a session of the mock is kept. */
const movedPages: Readonly<Record<string, string>> = { '/docs': './', '/docs/': '../' };

/**
 * Express middleware that serves pages; other requests go on to the routes. Ignores a trailing slash.
 */
export function servePages(...pages: Pages[]) {
  return async (req: IncomingMessage & { path: string }, res: ServerResponse, next: () => void): Promise<void> => {
    const { method = 'GET', path, headers } = req;
    const moved = movedPages[path];
    if (moved) {
      res.writeHead(308, { ...securityHeaders, Location: moved, 'Content-Length': '0' }).end();
      return;
    }
    const request: PageRequest = {
      method,
      path: path.length > 1 ? path.replace(/\/$/, '') : path,
      accept: headers.accept,
      acceptEncoding: headers['accept-encoding'] as string | undefined,
      ifNoneMatch: headers['if-none-match'],
      range: headers.range,
      ifRange: headers['if-range'] as string | undefined,
    };
    for (const answer of pages) {
      const reply = await answer(request);
      if (!reply) continue;
      res.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    }
    next();
  };
}
