/** What a client asks the mock for beside the request itself (RFC 7240). */
export interface Preferences {
  /** Names of provider states, in the order given; the last one decides. */
  states: string[];
  code: number | undefined;
  /** The `receiving` text or the id of a contract. */
  example: string | undefined;
}

/** The provider has to be asked for its ETag first, so this state says nothing about which contract answers. */
const heldState = 'the client holds the current representation';

/**
 * Reads `Prefer: state="…", code=404, example="…"`. Preferences that the mock does not know are ignored, as the RFC
 * asks; Prism's users separate with `;` or a space as well.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const preferences: Preferences = { states: [], code: undefined, example: undefined };
  for (const found of (header ?? '').matchAll(/([A-Za-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]+))/g)) {
    const name = (found[1] as string).toLowerCase();
    const value = found[2]?.replace(/\\(.)/g, '$1') ?? (found[3] as string);
    if (name === 'state' && value !== heldState) preferences.states.push(value);
    if (name === 'example') preferences.example = value;
    if (name === 'code') preferences.code = Number(value);
  }
  return preferences;
}

export const isEmpty = ({ states, code, example }: Preferences) =>
  states.length === 0 && code === undefined && example === undefined;

/** `Preference-Applied`: what was honoured, as RFC 7240 writes it. */
export function applied({ states, code, example }: Preferences): string {
  const state = states.at(-1);
  return [
    ...(state === undefined ? [] : [`state="${state}"`]),
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example="${example}"`]),
  ].join(', ');
}
