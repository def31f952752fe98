import type { PactInteraction } from '../../mock/contracts/pacts/pact-file.ts';

const bases = { mock: 'http://localhost:4010', server: 'http://localhost:8080' };

/** For a shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the request of an interaction as a command. The mock takes the states from a header. */
function commandOf(
  { request, states }: Pick<PactInteraction, 'request' | 'states'>,
  target: keyof typeof bases,
): string {
  const { method, path, query, headers, body } = request;
  const named = states.map(({ name }) => `state="${name}"`).join(', ');
  const sent = Object.entries(target === 'mock' && named !== '' ? { ...headers, Prefer: named } : headers);
  const data = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  if (data !== undefined && !sent.some(([name]) => name.toLowerCase() === 'content-type')) {
    sent.push(['Content-Type', 'application/json']);
  }
  return [
    'curl -i',
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' ? [] : ['-X', method]),
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data === undefined ? [] : [`--data-raw ${quoted(data)}`]),
    quoted(bases[target] + path + (query.length > 0 ? `?${new URLSearchParams(query)}` : '')),
  ].join(' ');
}

export const curlOf = (interaction: Pick<PactInteraction, 'request' | 'states'>) => ({
  mock: commandOf(interaction, 'mock'),
  server: commandOf(interaction, 'server'),
});
