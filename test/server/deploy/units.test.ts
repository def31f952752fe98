import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { readText, root } from '../../support/deploy/files.ts';
import { readImage } from '../../support/deploy/image.ts';
import { findOrInstall } from '../../support/run/programs.ts';

const folder = 'deploy/systemd/';

/** The values of a setting of a unit, in order. */
const valuesOf = (unit: string, name: string) =>
  readText(folder + unit)
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

describe('the units of systemd', () => {
  let systemd: string;
  let machine: string;

  before(async () => {
    systemd = await findOrInstall('systemd');
    // A machine with what the units start: the programs need not be installed here.
    machine = mkdtempSync(join(tmpdir(), 'fightcard-units-'));
    for (const path of ['usr/bin/node', 'usr/bin/redis-server', 'bin/kill']) {
      mkdirSync(dirname(join(machine, path)), { recursive: true });
      writeFileSync(join(machine, path), '#!/bin/sh\n');
      chmodSync(join(machine, path), 0o755);
    }
    mkdirSync(join(machine, 'opt/fightcard'), { recursive: true });
    mkdirSync(join(machine, 'etc/systemd/system'), { recursive: true });
    cpSync('/usr/lib/systemd/system', join(machine, 'usr/lib/systemd/system'), { recursive: true });
  });
  after(() => rmSync(machine, { recursive: true, force: true }));

  const verify = (name: string, text: string) => {
    writeFileSync(join(machine, 'etc/systemd/system', name), text);
    const { status, stderr } = spawnSync(systemd, ['verify', '--man=no', `--root=${machine}`, name], {
      encoding: 'utf8',
    });
    return { status, own: stderr.split('\n').filter((line) => line.includes('fightcard')) };
  };

  it('are these, and systemd finds nothing wrong with them', () => {
    const units = readdirSync(root + folder).filter((file) => /\.(service|timer)$/.test(file));
    expect(units).to.have.members([
      ...['fightcard.service', 'fightcard-redis.service', 'fightcard-backup.service', 'fightcard-backup.timer'],
    ]);
    for (const unit of units) expect(verify(unit, readText(folder + unit)), unit).to.deep.equal({ status: 0, own: [] });
    const wrong = verify(
      'fightcard.service',
      readText(`${folder}fightcard.service`).replace('NoNewPrivileges', 'NoPrivileges'),
    );
    expect(wrong.own.join('\n'), 'control').to.include('NoPrivileges');
  });

  it('expose little, by the count of systemd', () => {
    const isBelow = (unit: string, tenths: number) =>
      spawnSync(systemd, ['security', '--offline=true', `--threshold=${tenths}`, unit], { cwd: machine }).status === 0;
    for (const unit of ['fightcard.service', 'fightcard-redis.service', 'fightcard-backup.service']) {
      expect(isBelow(join(root, folder, unit), 15), unit).to.equal(true);
    }
    const bare = join(machine, 'bare.service');
    writeFileSync(bare, '[Service]\nExecStart=/usr/bin/node\n');
    expect(isBelow(bare, 15), 'control').to.equal(false);
  });

  it('start the server as the image does, with Node itself and time to stop', () => {
    expect(valuesOf('fightcard.service', 'ExecStart')).to.deep.equal([
      `/usr/bin/${readImage('server').command.join(' ')}`,
    ]);
    expect(valuesOf('fightcard.service', 'KillMode')).to.deep.equal(['mixed']);
    expect(valuesOf('fightcard.service', 'ExecReload')).to.deep.equal(['/bin/kill -HUP $MAINPID']);
    expect(valuesOf('fightcard.service', 'TimeoutStopSec')).to.deep.equal(['40']);
    expect(valuesOf('fightcard.service', 'ProtectSystem')).to.deep.equal(['strict']);
    // V8 would end at its start.
    expect(valuesOf('fightcard.service', 'MemoryDenyWriteExecute')).to.deep.equal([]);
  });

  it('back up every hour, as npm run backup does', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    expect(valuesOf('fightcard-backup.service', 'ExecStart')).to.deep.equal([
      `/usr/bin/${scripts.backup} --to \${STATE_DIRECTORY} --keep 48`,
    ]);
    expect(valuesOf('fightcard-backup.timer', 'OnCalendar')).to.deep.equal(['hourly']);
  });

  it('keep every vote that Redis acknowledges, and refuse rather than drop', () => {
    const [start = ''] = valuesOf('fightcard-redis.service', 'ExecStart');
    for (const part of [
      '--appendonly yes',
      '--appendfsync always',
      '--maxmemory-policy noeviction',
      '--bind 127.0.0.1',
    ]) {
      expect(start).to.include(part);
    }
  });
});
