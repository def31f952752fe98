import { type ChildProcess, spawn } from 'node:child_process';

/** A program in a sandbox like a container's. */
export interface Sandboxed {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

/** As `node` in the image. */
export const sandboxUser = 1_000;

/**
 * Before the program starts: every file system is read-only, but those of the kernel and the writable folders, each an empty
 * one in memory. Ends with 97 if it could write anyway.
 *
 * $1: folders that are writable, with spaces; $2: a folder that must not be; the rest is the program.
 */
const enter = `
set -e
writable=$1; closed=$2; shift 2
while read -r _ path type _; do
  case "$type $path" in
    proc*|sysfs*|devpts*|cgroup*|*' /dev'|*' /proc/'*|*' /sys/'*) ;;
    *) mount -o remount,bind,ro "$path" 2>/dev/null || true ;;
  esac
done < /proc/self/mounts
if ! grep -q ' /dev/shm ' /proc/self/mounts; then mount -t tmpfs -o ro,size=1m shm /dev/shm; fi
for path in $writable; do mount -t tmpfs -o size=64m,mode=1777 none "$path"; done
for path in "$closed" /tmp /var/tmp; do
  case " $writable " in *" $path "*) continue ;; esac
  if touch "$path/probe-of-sandbox" 2>/dev/null; then echo "$path can be written" >&2; exit 97; fi
done
exec setpriv --reuid=${sandboxUser} --regid=${sandboxUser} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
`;

/**
 * Runs a program as a user without rights, without capabilities and on read-only file systems, as `readOnlyRootFilesystem`,
 * `capabilities: drop: [ALL]` and `runAsUser` do. Needs Linux, and root or a sudo without a password, to mount.
 *
 * @param writable folders that are writable, and empty at the start.
 * @param closed a folder that is checked to be read-only.
 */
export function runSandboxed(
  command: readonly string[],
  { cwd, env, writable, closed }: { cwd: string; env: Record<string, string>; writable: string[]; closed: string },
): Sandboxed {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const args = ['--mount', '--propagation', 'private', 'sh', '-c', enter, 'sandbox', writable.join(' '), closed];
  const all = ['env', '-i', `PATH=${process.env.PATH}`, 'unshare', ...args, 'env', '-i', ...variables, ...command];
  const [program = '', ...rest] = process.getuid?.() === 0 ? all : ['sudo', '-n', ...all];
  const child = spawn(program, rest, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    });
  });
  return { child, ended, output: () => output };
}
