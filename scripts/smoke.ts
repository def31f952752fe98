/** `npm run smoke`: does whatever answers at an address answer as documented? */
import { parseArgs } from 'node:util';
import { smoke } from '../contracts/smoke.ts';
import { readDevelopmentKey } from '../server/development-key.ts';

const help = `Calls every operation of a running server or mock, checks every answer against its schema, and follows every id.

  npm run smoke -- --url http://localhost:8080 [--feed-key KEY] [--read-only] [--max-links N]

  --url        scheme and host, without the prefix of a family
  --feed-key   key of the metrics feed; default: the development key of this machine, when the address is on it
  --read-only  send POSTs without a body, so that nothing changes
  --max-links  most links to follow (2000)
  --help       this text

Exits with 1 and names each broken answer when there is one.
`;

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const isLocal = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      'feed-key': { type: 'string' },
      'read-only': { type: 'boolean' },
      'max-links': { type: 'string', default: '2000' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const url = URL.parse(values.url ?? '');
  if (!url?.protocol.startsWith('http')) {
    fail('Say which server to call: npm run smoke -- --url http://localhost:8080');
    return;
  }
  if (!/^[0-9]{1,9}$/.test(values['max-links'])) {
    fail('--max-links: must be a number.');
    return;
  }
  const given = values['feed-key'];
  const found = isLocal(url) ? await readDevelopmentKey(process.env.DATA_DIR ?? '.data') : undefined;
  try {
    const { operations, links, cut, broken } = await smoke({
      url: url.href,
      feedKey: given ?? found,
      feedKeyIsCertain: given !== undefined,
      readOnly: values['read-only'] ?? false,
      maximumLinks: Number(values['max-links']),
    });
    if (cut) process.stdout.write(`More than ${links} links; the rest was not followed.\n`);
    const counts = `${operations.good} of ${operations.total} operations, ${links} links followed, ${broken.length} broken`;
    process.stdout.write(`${counts}\n`);
    if (broken.length > 0) fail(broken.join('\n'));
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { message?: string; code?: string } };
    fail(`${url.href} does not answer (${cause?.code ?? cause?.message ?? message}).`);
  }
}

main().catch((error: Error) => fail(`${error.message}\nnpm run smoke -- --help lists the options.`));
