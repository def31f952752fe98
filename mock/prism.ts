import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenApiDocument } from '../contracts/openapi/document.ts';
import { createMockApp } from './app.ts';
import { readContracts } from './contracts.ts';
import { createJudge } from './validator.ts';

export interface MockSettings {
  /** 0 takes a free one. */
  port: number;
  /** Left out: every address of the machine, so that devices and emulators reach it. */
  host?: string;
  /** One line for each request; silent when left out. */
  log?: (line: string) => void;
  /** The generated document when left out. */
  document?: OpenApiDocument;
}

export interface Mock {
  /** Without a trailing slash; family prefixes follow. */
  url: string;
  /** Ends the open connections too. */
  close: () => Promise<void>;
}

const generated = new URL('../contracts/generated/openapi.json', import.meta.url);

const readGenerated = (): OpenApiDocument => JSON.parse(readFileSync(generated, 'utf8'));

/**
 * Starts the mock. Every answer is a contract of the document, or a problem by the rules that the server follows.
 *
 * @example
 * const mock = await startMock({ port: 0 });
 * const reply = await fetch(`${mock.url}/api/v3/mobile/events`);
 * await mock.close();
 *
 * @throws {Error} with the code `EADDRINUSE` when the port is taken.
 */
export async function startMock({
  port,
  host,
  log = () => {},
  document = readGenerated(),
}: MockSettings): Promise<Mock> {
  const contracts = readContracts(document);
  const judge = await createJudge(document, [...contracts.values()].flat());
  let url = '';
  const server = createServer(createMockApp({ contracts, judge, url: () => url, log }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const named = host?.includes(':') ? `[${host}]` : (host ?? 'localhost');
  url = `http://${named}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
