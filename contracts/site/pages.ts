import type { Asset } from './asset.ts';
import { asksForPage, catalogueAssets, cataloguePath } from './catalogue.ts';
import { docsAssets, docsPath, documentAsset, documentPath } from './docs.ts';
import { type DocumentSource, type DocumentVersion, generatedDocument } from './document.ts';
import type { Host } from './listing.ts';
import { type AssetReply, policyOf, replyWith } from './reply.ts';

/** As much of a request as decides about a page. */
export interface PageRequest {
  method: string;
  /** Path without query. */
  path: string;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/** Answers a request for a page or a part of one; undefined when the path is no page, so the routes decide. */
export type Pages = (request: PageRequest) => Promise<AssetReply | undefined>;

const byPath = (assets: readonly Asset[]) => new Map(assets.map((asset) => [asset.path, asset]));

/** Made when first asked for and again when the document changed. */
function following(source: DocumentSource, make: (version: DocumentVersion) => readonly Asset[]) {
  let version: DocumentVersion | undefined;
  let made = new Map<string, Asset>();
  return () => {
    const current = source();
    if (current !== version) made = byPath(make(current));
    version = current;
    return made;
  };
}

/** `/` for who asks for HTML by name, and its parts under `/catalogue/`. */
export function cataloguePages(host: Host, source: DocumentSource = generatedDocument): Pages {
  const policy = policyOf();
  const assets = following(source, ({ document }) => catalogueAssets(document(), host));
  return async ({ path, accept, ...request }) => {
    const isPage = path === cataloguePath;
    if (isPage ? !asksForPage(accept) || !['GET', 'HEAD'].includes(request.method) : !path.startsWith('/catalogue/')) {
      return undefined;
    }
    const asset = assets().get(path);
    return asset && replyWith(asset, request, { policy, ...(isPage && { vary: ['Accept'] }) });
  };
}

/** `/docs` with its parts where Swagger UI is installed, and `/openapi.json` everywhere. */
export function docsPages(source: DocumentSource = generatedDocument, assets = docsAssets): Pages {
  // Swagger UI draws its arrows from `data:` images in its style sheet.
  const policy = policyOf({ 'img-src': "'self' data:" });
  const document = following(source, ({ text }) => [documentAsset(text)]);
  let page: Map<string, Asset> | undefined;
  return async ({ path, accept: _, ...request }) => {
    const asked = path === '/docs/' ? docsPath : path;
    if (asked === documentPath) {
      const asset = document().get(asked);
      return asset && replyWith(asset, request, { policy: policyOf() });
    }
    if (asked !== docsPath && !asked.startsWith('/docs/')) return undefined;
    page ??= byPath(assets());
    const asset = page.get(asked);
    return asset && replyWith(asset, request, { policy });
  };
}
