import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { chooseCoding, matchesEtag, problemMediaType, securityHeaders } from '../../contracts/http.ts';
import { problemDetails } from '../../contracts/problems.ts';
import { Representation } from '../representation.ts';

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

/** Files of other types stand beside the pages and are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The files of a page by path: `index.html` is the page itself. */
function filesOf(name: string): [path: string, file: Representation][] {
  const folder = new URL(`./${name}/`, import.meta.url);
  return readdirSync(fileURLToPath(folder)).flatMap((file) => {
    const type = types[extname(file)];
    if (!type) return [];
    const path = file === 'index.html' ? `/${name}` : `/${name}/${file}`;
    return [[path, new Representation(readFileSync(new URL(file, folder)), { 'Content-Type': type })] as const];
  }) as [string, Representation][];
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
    const headers = { ...securityHeaders, 'Content-Security-Policy': contentSecurityPolicy };
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD, OPTIONS');
      if (req.method === 'OPTIONS') {
        res.statusCode = 204;
        res.end();
        return;
      }
      res.statusCode = 405;
      res.setHeader('Content-Type', problemMediaType);
      res.setHeader('Cache-Control', 'no-store');
      res.end(JSON.stringify(problemDetails('method-not-allowed', undefined, path)));
      return;
    }
    const coded = await page.in(chooseCoding(req.headers['accept-encoding']));
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Vary', 'Accept-Encoding');
    res.setHeader('ETag', coded.etag);
    if (matchesEtag(req.headers['if-none-match'], coded.etag)) {
      res.statusCode = 304;
      res.end();
      return;
    }
    for (const [name, value] of Object.entries(page.headers)) res.setHeader(name, value);
    if (coded.coding !== 'identity') res.setHeader('Content-Encoding', coded.coding);
    res.setHeader('Content-Length', coded.bytes.length);
    res.end(coded.bytes);
  };
}
