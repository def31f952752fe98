import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonType, securityHeaders } from '../../contracts/http/headers.ts';
import { asksForHtml } from '../../contracts/http/negotiation.ts';
import { Asset, folderAssets } from './asset.ts';
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
import { type AssetReply, type AssetRequest, policyOf, replyWith, replyWithMedia } from './reply.ts';
import { sharedAssets } from './shared.ts';
import { welcomeAsset } from './welcome.ts';

export interface PageRequest extends AssetRequest {
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

/** Built at the first request and again after a change of the document. */
function following(source: DocumentSource, build: (version: DocumentVersion) => readonly Asset[]) {
  let version: DocumentVersion | undefined;
  let built = new Map<string, Asset>();
  return () => {
    const current = source();
    if (current !== version) built = byPath(build(current));
    version = current;
    return built;
  };
}

/** `/board` and its parts under `/board/`. */
export function boardPages(): Pages {
  const policy = policyOf();
  const assets = byPath(folderAssets(new URL('./board/', import.meta.url), { name: 'board', page: boardPath }));
  return async ({ path, ...request }) => {
    const asset = assets.get(path);
    return asset && replyWith(asset, request, { policy });
  };
}

/**
 * The mock's control room: the page at `/__mock`, for which the caller checks who may open it, and its parts under
 * `/control/`.
 */
export function controlPages(): { page: Pages; parts: Pages } {
  const policy = policyOf();
  const folder = new URL('./control/', import.meta.url);
  const assets = folderAssets(folder, { name: 'control', page: '/__mock' });
  const isPage = ({ path }: Asset) => path === '/__mock';
  const serve = (some: Map<string, Asset>, vary: string[]): Pages => {
    return async ({ path, accept: _, ...request }) => {
      const asset = some.get(path);
      return asset && replyWith(asset, request, { policy, vary });
    };
  };
  return {
    page: serve(byPath(assets.filter(isPage)), ['Accept']),
    parts: serve(byPath(assets.filter((asset) => !isPage(asset))), []),
  };
}

/** What every page loads, under `/shared/`: colours, elements, the icon, and Preact and uqr for the pages that use them. */
export function sharedPages(): Pages {
  const policy = policyOf();
  const assets = byPath(sharedAssets());
  return async ({ path, accept: _, ...request }) => {
    const asset = assets.get(path);
    return asset && replyWith(asset, request, { policy });
  };
}

/** `/`, which is a page for clients that name `text/html` and JSON for others, and the parts of the page under `/catalogue/`. `writes`: it may send a POST. */
export function cataloguePages(host: Host, writes: boolean, source: DocumentSource = generatedDocument): Pages {
  const policy = policyOf();
  const assets = following(source, ({ document }) => catalogueAssets(document(), host, writes));
  const welcome = following(source, ({ text }) => [welcomeAsset(cataloguePath, host, text, linksOf(host))]);
  return async ({ path, accept, ...request }) => {
    const isRoot = path === cataloguePath;
    if (!isRoot && !path.startsWith('/catalogue/')) return undefined;
    const asset = (isRoot && !asksForHtml(accept) ? welcome() : assets()).get(path);
    return asset && replyWith(asset, request, { policy, ...(isRoot && { vary: ['Accept'] }) });
  };
}

/** `/openapi.json` and `/asyncapi.json`. */
export function documentPages(source: DocumentSource = generatedDocument): Pages {
  const policy = policyOf();
  const served = (path: string, from: DocumentSource) =>
    following(from, ({ text }) => [new Asset(path, jsonType, text)]);
  const documents = new Map([
    [documentPath, served(documentPath, source)],
    [streamsPath, served(streamsPath, generatedStreams)],
  ]);
  return async ({ path, accept: _, ...request }) => {
    const asset = documents.get(path)?.().get(path);
    return asset && replyWith(asset, request, { policy });
  };
}

/** The pictures and videos that the sample world names, under `/sample/`. */
export function samplePages(): Pages {
  const assets = new Map<string, Asset>();
  return async ({ path, accept: _, ...request }) => {
    if (!/\.(?:png|jpg|mp4|m3u8|ts)$/.test(path)) return undefined;
    const known = assets.get(path);
    if (known) return replyWithMedia(known, request);
    // Loaded only when needed: it reads the whole sample.
    const { findMedia } = await import('../media/library.ts');
    const media = findMedia(path);
    if (!media) return undefined;
    const asset = new Asset(path, media.type, media.bytes);
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
