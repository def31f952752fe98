/** `Retry-After` in whole seconds, spread a little so that clients refused together do not come back together. */
export const retryAfter = (seconds: number) => ({
  'Retry-After': String(Math.max(1, Math.ceil(seconds)) + Math.floor(Math.random() * 2)),
});
