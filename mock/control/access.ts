import type { IncomingMessage } from 'node:http';
import { acceptPost } from '../../contracts/http/headers.ts';
import { isJsonContentType } from '../../contracts/http/negotiation.ts';
import { Problem } from '../../contracts/requests/problem.ts';
import { MockProblem } from '../contracts/problems.ts';

/** The addresses of the host machine in an Android and a Genymotion emulator. */
const emulatorHosts = ['10.0.2.2', '10.0.3.2'];

/** Browsers send a preflight before every other method except GET and HEAD. */
const changing = ['POST', 'PUT', 'PATCH'];

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/** Opens the control routes to every name and every page. */
export const anyHost = '*';

/**
 * The name of a host in the one spelling that URLs have: `[0:0::1]:4010` → `[::1]`, `127.1` → `127.0.0.1`.
 *
 * @returns undefined of what is no host with or without a port.
 */
export function hostNameOf(host: string): string | undefined {
  if (!/^[^\s/\\@?#]+$/.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '');
}

/** Decides who may use `/__mock`. */
export interface ControlAccess {
  /**
   * A page of another origin can send requests to this machine, and one whose name was made to point here can read the
   * answers too (DNS rebinding). What has no `Origin`, such as curl or a test suite, is no page.
   *
   * @throws {MockProblem} `foreign-caller` of a foreign `Host` or `Origin`.
   * @throws {Problem} `unsupported-media-type` of a request that pages can send without asking first.
   */
  check(req: IncomingMessage): void;
}

/** A browser sends a preflight before this header, or a content type that no form has. */
const asksFirst = ({ headers }: IncomingMessage) =>
  headers['content-type'] === undefined
    ? headers['mock-session'] !== undefined
    : isJsonContentType(headers['content-type']);

const refusal = (parameter: 'Host' | 'Origin') =>
  new MockProblem('foreign-caller', [
    {
      parameter,
      detail:
        'Must be localhost or another name of this machine; start the mock with --allow-host <name>, ' +
        'such as npm run mock -- --allow-host 192.168.1.20, to let another name in.',
    },
  ]);

/** @param allowed names beside those of this machine and of emulators; `*` allows every host. */
export function controlAccess(allowed: readonly string[]): ControlAccess {
  const isOpen = allowed.includes(anyHost);
  const names = new Set([...emulatorHosts, ...allowed.flatMap((host) => hostNameOf(host) ?? [])]);
  const isKnown = (host: string | undefined) =>
    isOpen || (host !== undefined && (loopback.test(host) || names.has(host)));

  return {
    check(req) {
      const { host, origin } = req.headers;
      if (!isKnown(hostNameOf(host ?? ''))) throw refusal('Host');
      if (origin !== undefined && !isKnown(hostNameOf(URL.parse(origin)?.host ?? ''))) throw refusal('Origin');
      if (!changing.includes(req.method ?? '')) return;
      // Pages send an Origin with these, and forms a type; curl and test suites send neither where there is no body.
      const isFromNoPage = origin === undefined && req.headers['content-type'] === undefined;
      if (!isFromNoPage && !asksFirst(req)) {
        throw new Problem('unsupported-media-type', { headers: { 'Accept-Post': acceptPost } });
      }
    },
  };
}
