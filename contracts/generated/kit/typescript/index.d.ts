// Made by `npm run generate` from the contracts. Do not edit.

export * from './types.js';
export * from './endpoints.js';
export * from './problems.js';
export * from './client.js';
