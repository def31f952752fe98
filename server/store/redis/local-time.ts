/** Milliseconds of a clock of this process that nobody sets; near enough to those since 1970 to be read as such. */
export const localMs = () => performance.timeOrigin + performance.now();
