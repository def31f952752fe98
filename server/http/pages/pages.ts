import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { problemMediaType, securityHeaders } from '../../../contracts/http/http.ts';
import { problemDetails } from '../../../contracts/problems.ts';
import { flattenHeaders, Representation } from '../../cache/representation.ts';
import { send } from '../send.ts';

/** A page loads what this server has and nothing else; no page of others may frame it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = flattenHeaders({
  ...securityHeaders,
  'Content-Security-Policy': contentSecurityPolicy,
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
});

/** Files of other types stand beside the pages and are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The files of a page by path: `index.html` is the page itself. */
function filesOf(name: string): [path: string, file: Representation][] {
  const folder = new URL(`../../pages/${name}/`, import.meta.url);
  return readdirSync(fileURLToPath(folder)).flatMap((file) => {
    const type = types[extname(file)];
    if (!type) return [];
    const path = file === 'index.html' ? `/${name}` : `/${name}/${file}`;
    return [[path, new Representation(readFileSync(new URL(file, folder)), { type, headers: pageHeaders })]];
  });
}

/**
 * What a person looks at, outside both families: `/board`. Read once, when the process starts, and asked for again with
 * an ETag, so that a page never runs with the script of another version. A path that is no page goes on to the routes.
 */
export function servePages(): RequestHandler {
  const pages = new Map(filesOf('board'));

  return async (req, res, next) => {
    const path = req.path.length > 1 ? req.path.replace(/\/$/, '') : req.path;
    const page = pages.get(path);
    if (!page) return next();
    if (req.method === 'GET' || req.method === 'HEAD') {
      await send(req, res, page);
      return;
    }
    const headers = { ...securityHeaders, Allow: 'GET, HEAD, OPTIONS', 'Cache-Control': 'no-store' };
    if (req.method === 'OPTIONS') {
      res.writeHead(204, headers).end();
      return;
    }
    res.writeHead(405, { ...headers, 'Content-Type': problemMediaType });
    res.end(JSON.stringify(problemDetails('method-not-allowed', undefined, path)));
  };
}
