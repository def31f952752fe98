/** Loaded before every test: the tools used here send no telemetry. */
process.env.PACT_DO_NOT_TRACK = 'true';
process.env.SCARF_ANALYTICS = 'false';

let isUnderWay = false;
process.on('exit', () => {
  if (!isUnderWay) return;
  process.stderr.write('The tests ended in the middle: what was not reported has not run.\n');
  process.exitCode ||= 1;
});

/** Runs once before all tests of a stage, in its first process; a stage that ends before the other one ran has failed. */
export function mochaGlobalSetup(): void {
  isUnderWay = true;
}

export function mochaGlobalTeardown(): void {
  isUnderWay = false;
}
