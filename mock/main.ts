import { checkPackages } from './check-packages.ts';

checkPackages(process.argv.slice(2));
const { runMock } = await import('./command.ts');
await runMock('npm run mock');
