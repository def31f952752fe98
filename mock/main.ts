import { runMock } from './command.ts';

await runMock('npm run mock');
