/**
 * The baseline of publishing, as a process: SETs every second line of the files of a folder under its own key, in
 * batches as large as those of a publish, and prints the seconds it took.
 *
 *   REDIS_URL=… node lab/bench/plain-set.ts <folder> <0 or 1>
 */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '../../server/store/redis/connection/connect.ts';

const batchBytes = 1 << 18;
const batchesInFlight = 3;

async function setLines(url: string, folder: string, half: number): Promise<number> {
  // Another database, which can be emptied without touching the first.
  const connections = await connect(`${url}/1`);
  const { bulk } = connections;
  await bulk.connect();
  const started = performance.now();
  const inFlight: Promise<unknown>[] = [];
  let batch = bulk.pipeline();
  let bytes = 0;
  let count = 0;
  const flush = async () => {
    if (inFlight.length >= batchesInFlight) await inFlight.shift();
    inFlight.push(batch.exec());
    batch = bulk.pipeline();
    bytes = 0;
  };
  for (const name of readdirSync(folder)) {
    const input = createReadStream(join(folder, name), { highWaterMark: batchBytes });
    for await (const line of createInterface({ input })) {
      if (count++ % 2 !== half) continue;
      batch.set(`plain:${count}`, line);
      bytes += line.length;
      if (bytes >= batchBytes) await flush();
    }
  }
  await flush();
  await Promise.all(inFlight);
  const seconds = (performance.now() - started) / 1000;
  await bulk.flushdb('SYNC');
  connections.close();
  return seconds;
}

const [folder = '', half] = process.argv.slice(2);
console.log(JSON.stringify({ seconds: await setLines(process.env.REDIS_URL ?? '', folder, Number(half)) }));
