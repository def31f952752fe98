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

describe('deploy/systemd', () => {
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

  it('passes systemd-analyze verify', () => {
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

  it('has a low exposure for systemd-analyze security', () => {
    const isBelow = (unit: string, tenths: number) =>
      spawnSync(systemd, ['security', '--offline=true', `--threshold=${tenths}`, unit], { cwd: machine }).status === 0;
    for (const unit of ['fightcard.service', 'fightcard-redis.service', 'fightcard-backup.service']) {
      expect(isBelow(join(root, folder, unit), 15), unit).to.equal(true);
    }
    const bare = join(machine, 'bare.service');
    writeFileSync(bare, '[Service]\nExecStart=/usr/bin/node\n');
    expect(isBelow(bare, 15), 'control').to.equal(false);
  });

  it('starts the server like the image', () => {
    for (const [name, values] of Object.entries({
      ExecStart: [`/usr/bin/${readImage('server').command.join(' ')}`],
      ...{ KillMode: ['mixed'], ExecReload: ['/bin/kill -HUP $MAINPID'], TimeoutStopSec: ['40'] },
      // V8 would end at its start.
      ...{ ProtectSystem: ['strict'], MemoryDenyWriteExecute: [] },
    })) {
      expect(valuesOf('fightcard.service', name), name).to.deep.equal(values);
    }
  });

  it('runs npm run backup every hour', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    expect(valuesOf('fightcard-backup.service', 'ExecStart')).to.deep.equal([
      `/usr/bin/${scripts.backup} --to \${STATE_DIRECTORY} --keep 48`,
    ]);
    expect(valuesOf('fightcard-backup.timer', 'OnCalendar')).to.deep.equal(['hourly']);
  });

  it('starts a Redis with a password that keeps every vote', () => {
    const [start = ''] = valuesOf('fightcard-redis.service', 'ExecStart');
    expect(start).to.match(/^\/usr\/bin\/redis-server \/etc\/fightcard\/redis-password\.conf .*--port 6390 /);
    const options = ['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction', 'bind 127.0.0.1'];
    for (const option of options) expect(start).to.include(`--${option}`);
  });

  for (const [file, expected] of Object.entries({
    'fightcard.env': ['REDIS_URL=redis://default:PASSWORD@127.0.0.1:6390'],
    'fightcard.service': [
      ...['Restart=always', 'RestartSec=1', 'LimitNOFILE=65536'],
      ...['Wants=network-online.target fightcard-redis.service', 'After=network-online.target fightcard-redis.service'],
    ],
    'fightcard-redis.service': [
      ...['Restart=always', 'RestartSec=1', 'LimitNOFILE=65536'],
      ...['TimeoutStopSec=60', 'TimeoutStartSec=600', 'OOMScoreAdjust=-900'],
    ],
  })) {
    it(`${file} has its settings`, () => expect(readText(folder + file).split('\n')).to.include.members(expected));
  }
});
