/**
 * How many times more often than in CI a test repeats: `TEST_SCALE=50 npx mocha <file>` proves with the figures of the
 * README what CI samples in seconds.
 */
const scale = Number(process.env.TEST_SCALE ?? 1);
if (!(scale >= 1 && scale <= 10_000)) throw new Error('TEST_SCALE must be a number from 1 to 10000.');

export const scaled = (count: number): number => Math.round(count * scale);
