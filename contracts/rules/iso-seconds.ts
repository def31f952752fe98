let latest: { second: number; text: string } | undefined;

/** A moment in whole seconds: `2031-04-05T23:38:10Z`. Many votes share a second, so the latest text is cached. */
export function isoSeconds(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== latest?.second) latest = { second, text: `${new Date(ms).toISOString().slice(0, 19)}Z` };
  return latest.text;
}
