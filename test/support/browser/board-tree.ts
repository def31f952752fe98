/** The board without a browser: its page as a tree, and what shows there. */
import { readFileSync } from 'node:fs';
import { PageTree, setGlobals } from './page-tree.ts';

const folder = new URL('../../../server/pages/board/', import.meta.url);
const html = readFileSync(new URL('index.html', folder), 'utf8');

export const boardPage = () => new PageTree(html);

/** The address of a script of the board: tests load it by its address, since types of a browser are not checked with theirs. */
export const boardScript = (name: string) => new URL(name, folder).href;

const shown = [
  ...['showWords', 'showConnection', 'showFight', 'showVotes', 'showScores', 'showStatistics', 'showActions'],
  ...['showCard', 'showNext', 'say', 'show', 'nameOf'],
] as const;

/** What `view.js` exports. */
export const view = (await import(boardScript('view.js'))) as Record<
  (typeof shown)[number],
  (...args: unknown[]) => unknown
>;

/** Registers hooks that make a new page for each test. */
export function useBoardTree() {
  const of = { page: boardPage(), frames: [] as (() => void)[] };
  let restore: () => void;
  beforeEach(() => {
    Object.assign(of, { page: boardPage(), frames: [] });
    const requestAnimationFrame = (draw: () => void) => of.frames.push(draw);
    restore = setGlobals({ document: of.page, requestAnimationFrame });
  });
  afterEach(() => restore());
  return of;
}

export const corner = (name: string, more: object = {}) => ({
  ...{ name, lastName: '', record: '', statid: '', won: false },
  ...more,
});

export const fed = { FightID: '7', CurRd: '2', PossibleRds: '3', FightActions: [] as object[] };

/** A fight of the card in its second round; `more` replaces members. */
export const boutWith = (more: object = {}) => ({
  ...{ key: 'fed 7', fightId: 9, swapped: false, weightClass: 'Women_Straw_Weight', description: '', isTitle: false },
  ...{ status: 'live', method: '', endingRound: 0, endingTime: '', fed },
  blue: corner('Bea Azul', { lastName: 'Azul', record: '7-0-0', statid: '12' }),
  red: corner('Ana Roja', { lastName: 'Roja', record: '3-1-0', statid: '11' }),
  ...more,
});

/** A round of a tally. */
export const votesOfRound = (round_num: number, one: number, two: number, percentage: string) => ({
  ...{ round_num, fighter1_votes: one, fighter2_votes: two },
  ...{ fighter1_percentage: percentage, fighter2_percentage: (100 - Number(percentage)).toFixed(2) },
});

/** A round of scorecards. */
export const scoresOfRound = (round_num: number, one: string, two: string, scores_count: number, open = false) => ({
  ...{ round_num, fighter1_score: one, fighter2_score: two, scores_count, open },
});
