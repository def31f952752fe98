/** `npm run smoke`: does whatever answers at an address answer as documented? */
import { type Arguments, address, flag, integer, runCommand, text } from '../contracts/command-line/arguments.ts';
import { readDevelopmentKey } from '../server/processes/development-key.ts';
import { smoke } from './smoke/smoke.ts';

const help = `Calls every operation of a running server or mock, checks every answer against its schema, and follows every id.

  npm run smoke -- --url http://localhost:8080 [--feed-key KEY] [--read-only] [--max-links N]

  --url        scheme and host, without the prefix of a family
  --feed-key   key of the metrics feed; default: the development key of this machine, when the address is on it
  --read-only  send POSTs without a body, so that nothing changes
  --max-links  most links to follow (2000)
  --help       this text

Exits with 1 and names each broken answer when there is one, with 2 when called wrongly.
`;

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const isLocal = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

const options = { url: text, 'feed-key': text, 'read-only': flag, 'max-links': text } as const;

async function main(values: Arguments<typeof options>['values']): Promise<void> {
  const url = address('url', values.url);
  const maximumLinks = integer('max-links', values['max-links'], 0, 999_999_999, 2000);
  const given = values['feed-key'];
  const found = isLocal(url) ? await readDevelopmentKey(process.env.DATA_DIR ?? '.data') : undefined;
  try {
    const { operations, links, cut, broken } = await smoke({
      url: url.href,
      feedKey: given ?? found,
      feedKeyIsCertain: given !== undefined,
      readOnly: values['read-only'] ?? false,
      maximumLinks,
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

await runCommand({ name: 'npm run smoke', help, options }, main);
