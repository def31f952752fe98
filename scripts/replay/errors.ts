/** The replay cannot go on; the message is one sentence for whoever started it. */
export class ReplayRefused extends Error {
  override name = 'ReplayRefused';
}
