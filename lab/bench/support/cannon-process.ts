/** Runs autocannon with the settings on the command line; prints one line of JSON. */
import autocannon, { type Request } from 'autocannon';
import { type CannonSettings, type CannonSummary, clientMark } from './load.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as CannonSettings;
let clients = 0;

const requests = settings.requests.map(({ method = 'GET', path, headers = {}, body }): Request => {
  const plain = { method, path, headers, ...(body !== undefined && { body }) };
  if (!body?.includes(clientMark)) return plain;
  return {
    ...plain,
    setupRequest: (request) => ({
      ...request,
      body: body.replace(clientMark, settings.prefix + String(++clients).padStart(10, '0')),
    }),
  };
});

const { url, seconds, connections = 64 } = settings;
const result = await autocannon({ url, connections, duration: seconds, requests });
const statuses = Object.entries(result.statusCodeStats ?? {}).map(
  ([status, { count = 0 }]) => [Number(status), count] as const,
);
const failed = statuses.filter(([status]) => status < 200 || status > 399);
const summary: CannonSummary = {
  requests: statuses.reduce((sum, [, count]) => sum + count, 0),
  seconds: result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
  errors: {
    ...Object.fromEntries(failed.map(([status, count]) => [`status ${status}`, count])),
    connections: result.errors,
    timeouts: result.timeouts,
  },
};
console.log(JSON.stringify(summary));
