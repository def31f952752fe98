import { CommandFailed } from '../../contracts/command-line/arguments.ts';

/** The replay cannot continue; the message is one sentence for the user. */
export class ReplayRefused extends CommandFailed {
  override name = 'ReplayRefused';
}
