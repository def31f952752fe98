export const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
