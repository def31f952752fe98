import { CommandFailed } from '../../common/cli/arguments.ts';

/** The replay cannot continue; the message is one sentence for the user. */
export class ReplayRefused extends CommandFailed {
  override name = 'ReplayRefused';
}
