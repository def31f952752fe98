/** Name and message of the error that ends some work; `done` without one. */
export const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
