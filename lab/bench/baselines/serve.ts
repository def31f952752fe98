/**
 * Runs a baseline process: reads its settings from the command line, prints the result of `start` as one line of JSON,
 * and ends with its parent.
 */
export async function serveUntilParentEnds<S>(start: (settings: S) => Promise<unknown>): Promise<void> {
  const ready = await start(JSON.parse(process.argv[2] ?? 'null') as S);
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.stdin.resume();
  process.stdin.once('end', () => process.exit(0));
}
