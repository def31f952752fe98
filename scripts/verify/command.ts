/** What repeats a verification. `scripts/pack/bundle.ts` replaces it: a package has no npm scripts. */
export const verifyCommand = 'npm run verify --';
