import { startMock } from '../../mock/start.ts';
import type { Night } from '../support/server/fight-night.ts';
import { describeLists } from '../support/suites/lists.ts';
import { describeVotes } from '../support/suites/votes.ts';

// These suites use the address and `close` only.
const start = () => startMock({ port: 0, host: '127.0.0.1' }) as Promise<unknown> as Promise<Night>;

describeLists('mock', start);
describeVotes('mock', start);
