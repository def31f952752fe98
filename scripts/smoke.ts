/** `npm run smoke`: checks that a server or mock answers as documented. */
import { type Arguments, address, CommandFailed, flag, integer, runCommand, text } from '../common/cli/arguments.ts';

const help = `Calls every operation of a running server or mock, checks each reply against its schema, and follows every id.

  npm run smoke -- --url http://localhost:8080 [--feed-key KEY] [--read-only] [--max-links N]

  --url        scheme and host, without /api/…
  --feed-key   feed key of the server (the development key of this machine)
  --read-only  send POSTs without a body, so that nothing changes
  --max-links  maximum number of links to follow (2000)
  --help       this text

Exit codes: 0 every reply is as documented, 1 a reply is not (it names each), 2 wrong arguments.
`;

const options = { url: text, 'feed-key': text, 'read-only': flag, 'max-links': text } as const;

async function main(values: Arguments<typeof options>['values']): Promise<void> {
  const url = address('url', values.url);
  const maximumLinks = integer('max-links', values['max-links'], 0, 999_999_999, 2000);
  const given = values['feed-key'];
  // Loaded here, since the help needs nothing of it.
  const { findDevelopmentKey } = await import('../server/processes/development-key.ts');
  const { smoke } = await import('./smoke/smoke.ts');
  const { operations, links, cut, broken } = await smoke({
    url: url.href,
    feedKey: given ?? (await findDevelopmentKey(url)),
    feedKeyIsCertain: given !== undefined,
    readOnly: values['read-only'] ?? false,
    maximumLinks,
  }).catch(({ cause, message }: Error & { cause?: { message?: string; code?: string } }) => {
    throw new CommandFailed(
      `${url.href} does not answer (${cause?.code ?? cause?.message ?? message}); start it, or correct --url.`,
    );
  });
  if (cut) process.stdout.write(`There are more than ${links} links; the rest was not followed.\n`);
  const counts = `${operations.good} of ${operations.total} operations, ${links} links followed, ${broken.length} broken`;
  process.stdout.write(`${counts}\n`);
  if (broken.length > 0) throw new CommandFailed(broken.join('\n'));
}

await runCommand({ name: 'npm run smoke', help, options }, main);
