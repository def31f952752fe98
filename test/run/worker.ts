/**
 * A process that runs test files one after the other, as the runner names them. It keeps what it has loaded: to load the
 * server or the mock again for each file would take longer than most files.
 */
import '../support/setup/environment.ts';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { format } from 'node:util';
import Mocha from 'mocha';
import settings from '../../package.json' with { type: 'json' };
import type { FromWorker, Outcome, ToWorker } from './messages.ts';
import { watchFunctions } from './replaced.ts';

const { Base, Spec } = Mocha.reporters;

/** The titles only: the runner counts, and repeats failures at the end. */
class Titles extends Spec {
  override epilogue(): void {}
}

process.on('disconnect', () => process.exit());

const putBack = watchFunctions();

/** For what a file started and did not wait for: if that fails, it fails here rather than in the next file. */
const afterMs = 10;

const tell = (message: FromWorker) => void process.send?.(message);

/** One failure as Mocha prints it: title, message, difference, stack. */
function textOf(failed: Mocha.Test): string {
  const lines: string[] = [];
  const { consoleLog } = Base;
  Base.consoleLog = (...args: unknown[]) => void lines.push(format(...args));
  try {
    Base.list([failed]);
  } finally {
    Base.consoleLog = consoleLog;
  }
  return lines.join('\n').trim().replace(/^1\) /, '');
}

async function load(file: string): Promise<Mocha> {
  const { timeout, forbidOnly, forbidPending } = settings.mocha;
  const mocha = new Mocha({ timeout, forbidOnly, forbidPending, reporter: Titles, color: process.stdout.isTTY });
  mocha.addFile(resolve(file));
  await mocha.loadFilesAsync();
  return mocha;
}

/** Mocha leaves its listeners behind, which would end the process at the first error of a later file. */
function listenersSince(event: 'uncaughtException' | 'unhandledRejection') {
  const before = new Set(process.listeners(event as 'uncaughtException'));
  return () => {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before.has(listener)) process.removeListener(event, listener);
    }
  };
}

async function run(mocha: Mocha): Promise<Outcome> {
  const planned = mocha.suite.total();
  const failures: string[] = [];
  let passed = 0;
  const removals = [listenersSince('uncaughtException'), listenersSince('unhandledRejection')];
  const { promise, resolve } = Promise.withResolvers<void>();
  const runner = mocha.run(() => resolve());
  runner.on('suite', ({ title }) => tell({ now: `"${title}"` }));
  runner.on('test', (test) => tell({ now: `"${test.fullTitle()}"` }));
  runner.on('hook', (hook) => tell({ now: hook.fullTitle() }));
  runner.on('pass', () => passed++);
  runner.on('fail', (failed) => {
    const text = textOf(failed);
    if (!failures.includes(text)) failures.push(text);
  });
  await promise;
  for (const remove of removals) remove();
  const replaced = putBack();
  if (replaced.length > 0) {
    failures.push(
      `leaves ${replaced.join(', ')} replaced: put back what a test replaces, with mock.reset() after each test`,
    );
  }
  tell({ now: 'what follows its last test' });
  await sleep(afterMs);
  return { planned, passed, failures };
}

process.on('message', async ({ file, isRun }: ToWorker) => {
  try {
    const mocha = await load(file);
    tell({ ended: isRun ? await run(mocha) : { planned: mocha.suite.total(), passed: 0, failures: [] } });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell({ ended: { planned: 0, passed: 0, failures: [`could not be loaded:\n${text}`] } });
  }
});
