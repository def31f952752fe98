import { networkInterfaces } from 'node:os';
import { qrCode } from '../../common/pages/qr.ts';
import { prefixOf, schemeOf } from '../session/session-path.ts';
import type { ControlRoutes } from './control-route.ts';

/** Where devices of the same network reach the mock. */
export function addressRoutes(): ControlRoutes {
  return {
    '/addresses': {
      summary: 'base URLs of the session for devices, with QR codes',
      GET: (req) => {
        const { port } = new URL(`http://${req.headers.host}`);
        const hosts = Object.values(networkInterfaces()).flatMap((of = []) =>
          of.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
        );
        return hosts.map((host) => {
          const url = `${schemeOf(req)}://${host}${port && `:${port}`}${prefixOf(req)}`;
          return { url, ...qrCode(url) };
        });
      },
    },
  };
}
