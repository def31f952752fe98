import Mocha from 'mocha';

/**
 * Prints titles and failures, and writes them as JUnit XML to the file of the reporter's option `output`. Mocha's own XUnit
 * reporter does that; mocha-junit-reporter 2.2.1 does not start with mocha 12.
 */
export default class Reporter extends Mocha.reporters.Spec {
  readonly #xml: Mocha.reporters.XUnit;

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    // If a file cannot be loaded, or its process ended, mocha's title does not have the file.
    runner.on('fail', (test, error: Error & { file?: string }) => {
      if (error.file) test.title = `${error.file}: ${test.title}`;
    });
    this.#xml = new Mocha.reporters.XUnit(runner, options);
  }

  override done(failures: number, end: (failures: number) => void): void {
    this.#xml.done(failures, end);
  }
}
