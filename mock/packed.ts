/** What the package of `npm run pack` starts; `scripts/pack/` makes it. */
import { endWithParent } from '../common/cli/end-with-parent.js';
import { runMock } from './command.ts';

// npx passes no signal on to what it started.
endWithParent();
await runMock('fightcard-mock');
