// Made by `npm run kit` from the contracts. Do not edit.

export * from './index.js';
