/**
 * The baseline of publishing, as a process: sets every second line of the files of a folder under a key of its own, in
 * batches as large as those of a publish, and prints how many seconds it took.
 *
 *   REDIS_URL=… node test/bench/plain-set.ts <folder> <0 or 1>
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '../../server/store/redis/connection/connect.ts';

const collections = ['fighters', 'events', 'news', 'media', 'stats'];
const batchBytes = 1 << 18;
const batchesUnderWay = 3;

async function setLines(url: string, folder: string, half: number): Promise<number> {
  // A database of its own, which is emptied without a trace in the other.
  const connections = await connect(`${url}/1`);
  const { bulk } = connections;
  await bulk.connect();
  const started = performance.now();
  const underWay: Promise<unknown>[] = [];
  let batch = bulk.pipeline();
  let bytes = 0;
  let count = 0;
  const flush = async () => {
    if (underWay.length >= batchesUnderWay) await underWay.shift();
    underWay.push(batch.exec());
    batch = bulk.pipeline();
    bytes = 0;
  };
  for (const name of collections) {
    const input = createReadStream(join(folder, `${name}.ndjson`), { highWaterMark: batchBytes });
    for await (const line of createInterface({ input })) {
      if (count++ % 2 !== half) continue;
      batch.set(`plain:${count}`, line);
      bytes += line.length;
      if (bytes >= batchBytes) await flush();
    }
  }
  await flush();
  await Promise.all(underWay);
  const seconds = (performance.now() - started) / 1000;
  await bulk.flushdb('SYNC');
  connections.close();
  return seconds;
}

const [folder = '', half] = process.argv.slice(2);
console.log(JSON.stringify({ seconds: await setLines(process.env.REDIS_URL ?? '', folder, Number(half)) }));
