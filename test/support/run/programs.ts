import { delimiter } from 'node:path';
import { findProgram, installWithApt } from '../../../server/embedded/install.ts';

interface Program {
  title: string;
  /** What it is called on different systems; the first that is found is taken. */
  names: readonly string[];
  packages: readonly string[];
}

const programs = {
  cc: { title: 'A C compiler', names: ['cc'], packages: ['gcc', 'libc6-dev'] },
  nginx: { title: 'nginx', names: ['nginx'], packages: ['nginx-light'] },
  haproxy: { title: 'haproxy', names: ['haproxy'], packages: ['haproxy'] },
  chromium: {
    title: 'Chromium',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    // Without the fonts that it recommends a page has no letters.
    packages: ['chromium', 'fonts-liberation'],
  },
  compose: { title: 'Docker Compose', names: ['docker-compose'], packages: ['docker-compose'] },
  promtool: { title: 'promtool', names: ['promtool'], packages: ['prometheus'] },
  shellcheck: { title: 'ShellCheck', names: ['shellcheck'], packages: ['shellcheck'] },
  systemd: { title: 'systemd-analyze', names: ['systemd-analyze'], packages: ['systemd'] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;
export const programNames = Object.keys(programs) as ProgramName[];

/** Servers of Debian are in a folder that only root searches. */
const searched = () => [process.env.PATH, '/usr/sbin'].filter(Boolean).join(delimiter);

async function find(names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const path = await findProgram(name, searched());
    if (path) return path;
  }
  return undefined;
}

/** Returns the path of a program, which it installs on Debian as root. A test that left itself out would prove nothing. */
export async function findOrInstall(name: ProgramName): Promise<string> {
  const { title, names, packages } = programs[name];
  const path = await find(names);
  if (path) return path;
  const apt = process.platform === 'linux' ? await findProgram('apt-get') : undefined;
  let reason = 'is not installed';
  if (apt && process.getuid?.() === 0) {
    console.error(`${title} is not installed: installing it with apt-get (once).`);
    await installWithApt(apt, packages).catch((error: Error) => {
      reason = `could not be installed (${error.message})`;
    });
    const installed = await find(names);
    if (installed) return installed;
  }
  throw new Error(`${title} ${reason}: install it, for example with: sudo apt-get install -y ${packages.join(' ')}`);
}
