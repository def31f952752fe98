/** The entry of the package that `npm run pack` writes (`scripts/pack/`). */
import { endWithParent } from '../common/cli/end-with-parent.js';
import { runMock } from './command.ts';

// npx does not pass signals on.
endWithParent();
await runMock('fightcard-mock');
