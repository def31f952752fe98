// Made by `npm run generate` from the contracts. Do not edit.

export * from './index.js';
