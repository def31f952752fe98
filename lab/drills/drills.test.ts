import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { readText, root } from '../../test/support/deploy/files.ts';
import { alertRules } from '../../test/support/monitoring/rules.ts';
import { drillLog, logFile } from './log.ts';
import { drills } from './support/index.ts';

/** Cells of the rows of a log: alert, drill, seconds, other alerts, what was seen, seconds until it was quiet. */
const rowsOf = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));

const alertOf = ([link = '']: readonly string[]) => /^\[(\w+)\]\(RUNBOOK\.md#(\w+)\)$/.exec(link)?.slice(1) ?? [];

const command = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run.js', 'lab/drills/drills.ts', ...args], { cwd: root, encoding: 'utf8' });

describe('the log of the drills', () => {
  const rows = rowsOf(readText(logFile));

  it('has each alert of the rules once, with the drill of today and what the runbook showed', () => {
    expect(rows.map((row) => alertOf(row)[0])).to.have.members(alertRules.map(({ alert }) => alert));
    for (const row of rows) {
      const [alert = '', anchor] = alertOf(row);
      expect(anchor).to.equal(alert.toLowerCase());
      expect(row[1], 'run "npm --prefix lab run drills -- --write" again').to.equal(
        drills.find((drill) => drill.alert === alert)?.does,
      );
      expect([row[2], row[5]].join(), alert).to.match(/^\d+(\.\d)? s,\d+(\.\d)? s$/);
      expect(row[4], alert).to.match(/^`.{5,}`$/);
    }
  });

  it('has nothing of the machine of the run', () => {
    expect(readText(logFile)).to.not.match(/\/(home|work|tmp|root)\/|:\d{4,5}\b|"pid"/);
  });

  it('is written with all that a drill returns', () => {
    const seen = `127.0.0.1:4711 a | b ${root}server/main.js`;
    const log = drillLog(new Date('2031-04-05T06:07:08Z'), [
      {
        alert: 'NotReady',
        does: 'stops it',
        seconds: 1.5,
        pending: ['NotReady', 'VotesFail'],
        seen,
        quietAfterSeconds: 2,
      },
    ]);
    expect(log).to.include('on 2031-04-05:');
    expect(rowsOf(log)).to.deep.equal([
      [
        '[NotReady](RUNBOOK.md#notready)',
        'stops it',
        '1.5 s',
        'VotesFail',
        '`127.0.0.1 a \\| b server/main.js`',
        '2 s',
      ],
    ]);
  });
});

describe('npm --prefix lab run drills', () => {
  it('explains itself, and refuses a drill that there is not, and a log of some drills only', () => {
    expect(command('--help')).to.deep.include({ status: 0, stderr: '' });
    const unknown = command('--only', 'RedisAwy');
    expect(unknown.status).to.equal(2);
    expect(unknown.stderr).to.include('There is no drill RedisAwy; did you mean RedisAway?');
    expect(command('--write', '--only', 'RedisAway').status).to.equal(2);
  });
});
