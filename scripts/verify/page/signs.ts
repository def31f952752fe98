import type { ReplyState } from '../matrix.ts';
import { html, type Markup } from './html.ts';

const signs: Record<ReplyState, string> = {
  kept: '✓',
  broken: '✗',
  impossible: '✗',
  pending: '…',
  'not replayed': '?',
  'no contract': '○',
  'not in this run': '–',
};

export const classOf = (state: string) => state.replaceAll(' ', '-');

/** Sign and word, so that the colour is not needed. */
export const signed = (state: ReplyState, word: string = state): Markup =>
  html`<b class="${classOf(state)}">${signs[state]} ${word}</b>`;
