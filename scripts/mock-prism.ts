import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The stock Prism, as its package starts it: `prism mock` on the contracts. mock/README.md says what differs.
const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const document = fileURLToPath(new URL('../contracts/generated/openapi.prism.json', import.meta.url));
const port = process.env.PORT ?? '4011';

const prism = spawn(process.execPath, [cli, 'mock', '--port', port, ...process.argv.slice(2), document], {
  stdio: 'inherit',
  env: { ...process.env, SCARF_ANALYTICS: 'false' },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => prism.kill(signal));
prism.once('exit', (code) => process.exit(code ?? 0));
