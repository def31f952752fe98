/** `npm --prefix lab run drills`: makes each fault of the runbook once, and keeps the log. */
import { writeFileSync } from 'node:fs';
import { BadArguments, CommandFailed, flag, runCommand, text } from '../../common/cli/arguments.ts';
import { closestWord } from '../../common/cli/did-you-mean.ts';
import { root } from '../../test/support/deploy/files.ts';
import { drillLog, logFile } from './log.ts';

const help = `Causes the fault behind each alert of deploy/monitoring on its own server and Redis. It waits until the alert is pending,
looks where the runbook says, ends the fault, and waits until no alert is pending. Takes about a minute.

  npm --prefix lab run drills
  npm --prefix lab run drills -- --only RedisAway,NotReady
  npm --prefix lab run drills -- --write

  --only LIST  names of alerts with commas; default: all
  --write      writes the results to ${logFile}
  --help       this text

Exit codes: 0 every drill passed, 1 one failed, 2 wrong arguments.
`;

const options = { only: text, write: flag } as const;

await runCommand({ name: 'npm --prefix lab run drills', help, options }, async ({ only, write }) => {
  // Loaded here, since the help needs nothing of it.
  const [{ ofWorkers, ofServers }, { ofRedis }, { ofClients }, { ofContent }, { Machine }, { runDrill }] =
    await Promise.all([
      import('./support/processes.ts'),
      import('./support/redis.ts'),
      import('./support/clients.ts'),
      import('./support/content.ts'),
      import('./support/machine.ts'),
      import('./support/run-drill.ts'),
    ]);
  const drills = [...ofWorkers, ...ofRedis, ...ofClients, ...ofContent, ...ofServers];
  const alerts = drills.map(({ alert }) => alert);
  const names = only?.split(',').map((name) => name.trim()) ?? alerts;
  if (write && only !== undefined)
    throw new BadArguments('The log is of all drills: give --only or --write, not both.');
  for (const name of names) {
    if (!alerts.includes(name))
      throw new BadArguments(`There is no drill ${name}; did you mean ${closestWord(name, alerts)}?`);
  }
  const done: Parameters<typeof drillLog>[1][number][] = [];
  const failed: string[] = [];
  for (const kind of ['two workers', 'one process'] as const) {
    const chosen = drills.filter(({ on, alert }) => on === kind && names.includes(alert));
    if (chosen.length === 0) continue;
    const machine = await Machine.start(kind);
    try {
      for (const drill of chosen) {
        const result = await runDrill(machine, drill).catch((error: Error) => error);
        if (result instanceof Error) failed.push(drill.alert);
        else done.push({ ...result, does: drill.does });
        const outcome =
          result instanceof Error ? `FAILED: ${result.message}` : `after ${result.seconds} s; ${result.seen}`;
        console.log(`${drill.alert}: ${drill.does}: ${outcome}`);
      }
    } finally {
      await machine.close();
    }
  }
  if (failed.length > 0)
    throw new CommandFailed(`${failed.length} of ${names.length} drills failed: ${failed.join(', ')}`);
  console.log(`${done.length} drills went as they should.`);
  if (write) writeFileSync(root + logFile, drillLog(new Date(), done));
});
