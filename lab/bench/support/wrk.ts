import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../server/embedded/install.ts';
import { cores, pinned } from './cores.ts';
import { LoadErrors, WrongAnswers } from './figures.ts';
import { clientMark, clientPrefix, defaultConnections, type Load, type Loaded, type LoadRequest } from './load.ts';

/** Text as a Lua string. */
const quoted = (text: string) =>
  `"${[...Buffer.from(text)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')}"`;

const headerTable = (headers: Record<string, string>) =>
  `{ ${Object.entries(headers)
    .map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`)
    .join(', ')} }`;

/** Digits of the number at the end of a client id. */
const digits = 10;

/** A call of `wrk.format`; the id has its final length, so Content-Length is right. */
function formatRequest({ method = 'GET', path, headers = {}, body }: LoadRequest, prefix: string): string {
  const filled = body?.replace(clientMark, prefix + '#'.repeat(digits));
  const words = [quoted(method), quoted(path), headerTable(headers), filled === undefined ? 'nil' : quoted(filled)];
  return `wrk.format(${words.join(', ')})`;
}

/**
 * The script of a load. A single request without a body needs no Lua per request. Otherwise all requests are built in
 * advance, and Lua only inserts client ids.
 */
function scriptOf(requests: readonly LoadRequest[]): string {
  const prefix = clientPrefix();
  const done = `
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"us":%d,"p50":%d,"p99":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}\\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end`;
  const [only] = requests;
  if (requests.length === 1 && only && only.body === undefined) {
    return `wrk.headers = ${headerTable(only.headers ?? {})}\n${done}`;
  }
  return `
local heads, tails, count, turn, client = {}, {}, 0, 0, 0
local mark = string.rep('#', ${digits})
init = function()
  for _, request in ipairs({ ${requests.map((one) => formatRequest(one, prefix)).join(',\n    ')} }) do
    count = count + 1
    local from, to = string.find(request, mark, 1, true)
    heads[count] = from and string.sub(request, 1, from - 1) or request
    tails[count] = from and string.sub(request, to + 1)
  end
end
request = function()
  turn = turn % count + 1
  local tail = tails[turn]
  if not tail then return heads[turn] end
  client = client + 1
  return heads[turn] .. string.format('%0${digits}d', client) .. tail
end
${done}`;
}

interface Summary {
  requests: number;
  us: number;
  p50: number;
  p99: number;
  status: number;
  connect: number;
  read: number;
  write: number;
  timeout: number;
}

/**
 * Loads a server with wrk, in one thread, since it counts the client ids and has one core.
 *
 * @throws {WrongAnswers} when an answer is neither 2xx nor 3xx, or a connection fails.
 */
export async function runLoad(load: Load): Promise<Loaded> {
  const program = await findProgram('wrk');
  if (!program) throw new Error('wrk is not installed; install it with "apt-get install wrk"');
  const { url, requests, seconds, connections = defaultConnections, pinned: isPinned = true } = load;
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-wrk-'));
  try {
    const script = join(folder, 'load.lua');
    await writeFile(script, scriptOf(requests));
    const path = requests.length === 1 ? (requests[0]?.path ?? '/') : '/';
    const core = isPinned ? (await cores()).load : undefined;
    const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--latency', '-s', script, url + path];
    const running = promisify(execFile)(...pinned(core, program, args), {
      timeout: (seconds + 20) * 1000,
      killSignal: 'SIGKILL',
    });
    // It takes whole seconds only; interrupted, it ends and prints what it has measured.
    const interrupt = () => void running.child.kill('SIGINT');
    const timer = Number.isInteger(seconds) ? undefined : setTimeout(interrupt, seconds * 1000);
    const { stdout } = await running
      .catch((error) => {
        if (error.signal !== 'SIGINT') throw error;
        throw new LoadErrors(`${url}${path}: wrk had not begun after ${seconds} s`);
      })
      .finally(() => clearTimeout(timer));
    const line = stdout.split('\n').find((text) => text.startsWith('{"requests"'));
    if (!line) throw new WrongAnswers(`cannot read the output of wrk:\n${stdout}`);
    const { requests: answered, us, p50, p99, ...errors } = JSON.parse(line) as Summary;
    const met = Object.entries(errors).filter(([, count]) => count > 0);
    if (met.length > 0 || answered === 0) {
      const what = met.map(([kind, count]) => `${kind} ${count}`).join(', ');
      throw new LoadErrors(`${url}${path}: ${answered} answers, errors: ${what || 'none, but no answers'}`);
    }
    const took = us / 1e6;
    return { requests: answered, seconds: took, perSecond: answered / took, p50Ms: p50 / 1e3, p99Ms: p99 / 1e3 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
