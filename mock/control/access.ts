import type { IncomingMessage } from 'node:http';
import { Problem } from '../../common/wire/problem.ts';
import { acceptPost } from '../../contracts/http/headers.ts';
import { isJsonContentType } from '../../contracts/http/negotiation.ts';
import { MockProblem } from '../contracts/problems.ts';
import { prefixOf } from '../session/session-path.ts';

/** The addresses of the host machine in an Android and a Genymotion emulator. */
export const emulatorHosts = ['10.0.2.2', '10.0.3.2'];

/** Methods to check; browsers send a preflight before any other except GET and HEAD. */
const changing = ['POST', 'PUT', 'PATCH'];

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/** `URL.parse`, which the first versions of Node 20 lack; the packed mock runs on them. */
const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Opens the control routes to every name and every page. */
export const anyHost = '*';

/**
 * Parses the canonical name of a host, as URLs have it: `[0:0::1]:4010` → `[::1]`, `127.1` → `127.0.0.1`.
 *
 * @returns undefined unless the text is a host, with or without a port.
 */
export function parseHostName(host: string): string | undefined {
  if (!/^[^\s/\\@?#]+$/.test(host)) return undefined;
  return parseUrl(`http://${host}`)?.hostname.replace(/\.$/, '');
}

/** Whether browsers send a preflight first: for this header, or a content type that no form has. */
const needsPreflight = (req: IncomingMessage) =>
  req.headers['content-type'] === undefined
    ? req.headers['mock-session'] !== undefined && prefixOf(req) === ''
    : isJsonContentType(req.headers['content-type']);

const refusal = (parameter: 'Host' | 'Origin' | 'Sec-Fetch-Site') =>
  new MockProblem('foreign-caller', [
    {
      parameter,
      detail:
        'Must be localhost or another name of this machine. To allow another name, start the mock with ' +
        '--allow-host <name>, such as --allow-host 192.168.1.20.',
    },
  ]);

/**
 * Decides who may use `/__mock`.
 *
 * @param allowed other names than those of this machine and of emulators; `*` allows every host.
 */
export function controlAccess(allowed: readonly string[]) {
  const isOpen = allowed.includes(anyHost);
  const names = new Set([...emulatorHosts, ...allowed.flatMap((host) => parseHostName(host) ?? [])]);
  const isKnown = (host: string | undefined) =>
    isOpen || (host !== undefined && (loopback.test(host) || names.has(host)));

  const access = {
    /**
     * A page of another origin can send requests to this machine, and a page whose name points here can also read the
     * replies (DNS rebinding). Clients without an `Origin`, such as curl or a test suite, are not pages.
     *
     * @throws {MockProblem} `foreign-caller` for a foreign `Host` or `Origin`; `page-without-preflight` for a page's request
     *   without a type.
     * @throws {Problem} `unsupported-media-type` for a type that pages can send without a preflight.
     */
    check(req: IncomingMessage): void {
      const { host, origin } = req.headers;
      if (!isKnown(parseHostName(host ?? ''))) throw refusal('Host');
      if (origin !== undefined && !isKnown(parseHostName(parseUrl(origin)?.host ?? ''))) throw refusal('Origin');
      if (!changing.includes(req.method ?? '')) return;
      // Pages send an Origin with these methods, and forms a type. Without a body, curl and test suites send neither.
      const hasType = req.headers['content-type'] !== undefined;
      if ((origin === undefined && !hasType) || needsPreflight(req)) return;
      if (hasType) throw new Problem('unsupported-media-type', { headers: { 'Accept-Post': acceptPost } });
      const detail = 'A web page must send `Mock-Session`, or a body of type application/json.';
      throw new MockProblem('page-without-preflight', [{ parameter: 'Mock-Session', detail }]);
    },
    /**
     * Like `check`, for a GET that changes something: any page can send it, for example by an image or a frame.
     *
     * @throws {MockProblem} `foreign-caller` also if the browser says that the request comes from another site.
     */
    checkLink(req: IncomingMessage): void {
      access.check(req);
      if (!isOpen && req.headers['sec-fetch-site'] === 'cross-site') throw refusal('Sec-Fetch-Site');
    },
  };
  return access;
}

export type ControlAccess = ReturnType<typeof controlAccess>;
