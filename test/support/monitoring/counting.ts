/**
 * A process that counts 3 in every turn of its event loop, and prints how many turns have been written:
 * `node counting.ts <file> <turns>`. It ends after so many; 0 never ends.
 */
import { writeSync } from 'node:fs';
import { Layout } from '../../../server/monitoring/layout.ts';
import { Recorder } from '../../../server/monitoring/recorder.ts';

const [path = '', turns] = process.argv.slice(2);
const layout = new Layout();
const counted = layout.counter('counted_total', 'What was counted.');
const open = layout.gauge('open', 'What is open.');
const recorder = new Recorder(layout, path);
recorder.set(open, 1);
let turn = 0;
function count(): void {
  recorder.add(counted, 3);
  // Immediates run in order, so the numbers of this turn have been written by then.
  setImmediate(() => {
    turn++;
    writeSync(1, `${turn}\n`);
    if (turn === Number(turns)) {
      // What is counted in the turn in which it ends is written at its exit.
      recorder.add(counted, 3);
      writeSync(1, `${turn + 1}\n`);
      process.exit(0);
    }
    count();
  });
}
count();
