/**
 * Shows the results of `model.js`. Inserts texts as text and shares as numbers: nothing from the feed becomes HTML.
 *
 * @import { BoutFeed } from '../../../contracts/schemas/metrics.ts'
 * @import { ScoringFight } from '../../../contracts/schemas/scoring.ts'
 * @import { VoteTally } from '../../../contracts/schemas/votes.ts'
 * @import { Bout, Fought, Phase, Tape } from './model.js'
 */
import { actionsOf, minutesPerRound, momentumOf, scheduledRounds, scoresOf, statisticsOf, votesOf } from './model.js';
import { wordsFor } from './words.js';

/** In the language of the page. */
export const words = wordsFor(new URLSearchParams(location.search).get('lang'), navigator.languages);

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Writes only changed text, to not disturb screen readers and selections. @param {Element} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} id @param {string} text */
export const say = (id, text) => write(byId(id), text);

/** @param {string} id @param {boolean} visible */
export const show = (id, visible) => {
  byId(id).hidden = !visible;
};

/** @param {Element} element @param {string} name @returns {Element} the first inside with this class */
function part(element, name) {
  const found = element.getElementsByClassName(name)[0];
  if (!found) throw new Error(`no .${name} in the element`);
  return found;
}

/**
 * Updates a list to its items. Elements of remaining items stay, so that screen readers announce only new items; those
 * of new items are copies of the list's template.
 *
 * @template {{ key: string | number, texts: Record<string, string> }} T `texts` by the class of a part
 * @param {string} id
 * @param {readonly T[]} items
 * @param {(element: HTMLElement, item: T) => void} [more]
 */
function list(id, items, more) {
  const parent = byId(id);
  const template = /** @type {HTMLTemplateElement} */ (byId(`${id}-item`)).content.firstElementChild;
  const left = /** @type {HTMLElement[]} */ (Array.from(parent.children));
  for (const [index, item] of items.entries()) {
    const key = String(item.key);
    const known = left.findIndex((element) => element.dataset.key === key);
    const element = left.splice(known, known < 0 ? 0 : 1)[0] ?? /** @type {HTMLElement} */ (template?.cloneNode(true));
    element.dataset.key = key;
    for (const [name, text] of Object.entries(item.texts)) write(part(element, name), text);
    more?.(element, item);
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
  }
  for (const element of left) element.remove();
}

/** Every fixed text of the page. */
export function showWords() {
  document.documentElement.lang = words.locale;
  for (const element of document.querySelectorAll('[data-word]')) {
    const word = Object.entries(words).find(([name]) => name === element.getAttribute('data-word'))?.[1];
    if (typeof word === 'string') element.textContent = word;
  }
  byId('languages').setAttribute('aria-label', words.language);
  for (const link of document.querySelectorAll('#languages a')) {
    const query = new URLSearchParams(location.search);
    query.set('lang', link.getAttribute('lang') ?? '');
    link.setAttribute('href', `?${query}`);
    if (link.getAttribute('lang') === words.locale) link.setAttribute('aria-current', 'true');
  }
}

/** @param {keyof typeof words.connection} state */
export function showConnection(state) {
  byId('connection').dataset.state = state;
  say('connection', words.connection[state]);
}

/** The way a fight was won. @param {string} method */
function methodOf(method) {
  if (/^DEC$/i.test(method)) return words.decision;
  return /^SUB$/i.test(method) ? words.submission : method;
}

/** A draw comes from the judges; any other end without a winner is no contest. @param {Bout} bout */
function undecided({ method, blue, red }) {
  if (!method || blue.won || red.won) return '';
  return /^DEC/i.test(method) ? words.draw : words.noContest;
}

/** @param {Bout} bout */
function resultOf(bout) {
  const round = bout.endingRound ? words.inRound(bout.endingRound) : '';
  return [undecided(bout), methodOf(bout.method), round, bout.endingTime].filter(Boolean).join(' · ');
}

/** `R4`. @param {number} round */
const shortRound = (round) => `${words.roundHead.slice(0, 1)}${round}`;

/** @param {Fought} bout @param {Phase} phase @param {VoteTally | undefined} tally */
function phaseText(bout, phase, tally) {
  const scheduled = scheduledRounds(bout.fed, tally);
  if (phase.is === 'over') return words.over;
  if (phase.is === 'break') return phase.round === scheduled ? words.toJudges : words.breakAfter(phase.round);
  if (phase.is === 'round') return words.round(phase.round, scheduled);
  return bout.status === 'upcoming' ? words.waiting : words.starting;
}

/** Who has won, how and when. @param {Bout} bout @param {Phase} phase */
function showFinish(bout, phase) {
  const isOver = phase.is === 'over';
  const side = bout.blue.won ? 'blue' : bout.red.won ? 'red' : '';
  const ended = bout.endingRound ? `${shortRound(bout.endingRound)}\u00a0${bout.endingTime}`.trim() : '';
  const clock = byId('clock');
  const was = clock.dataset.is;
  clock.dataset.is = `${bout.key} ${phase.is}`;
  // A fight that was over before the page was opened is no news.
  if (was !== clock.dataset.is) clock.classList.toggle('news', isOver && Boolean(was?.startsWith(`${bout.key} `)));
  clock.dataset.won = isOver ? side : '';
  say('finish-who', isOver ? (side ? bout[side].name : undecided(bout)) : '');
  say('finish-how', isOver ? [methodOf(bout.method), ended].filter(Boolean).join(' · ') : '');
}

/** @param {Bout} bout @param {'blue' | 'red'} side @param {(url: string) => string} pictureOf */
function showCorner(bout, side, pictureOf) {
  const { name, lastName, nickname, rank, record, home, won, picture } = bout[side];
  say(`${side}-name`, name || words.unknown);
  say(`${side}-nickname`, nickname);
  show(`${side}-nickname`, nickname !== '');
  say(`${side}-about`, [rank === 'C' ? words.champion : rank && `#${rank}`, record].filter(Boolean).join(' · '));
  say(`${side}-code`, home.code);
  say(`${side}-home`, home.name);
  show(`${side}-won`, bout.status === 'over' && won);
  for (const head of document.querySelectorAll(`th.${side}`)) write(head, lastName || words[side]);
  const frame = byId(`${side}-portrait`);
  const url = pictureOf(picture);
  const key = url || name;
  if (frame.dataset.key === key) return;
  frame.dataset.key = key;
  const initials = name.split(' ').map((part) => part.charAt(0));
  frame.textContent = initials.slice(0, 2).join('');
  if (!url) return;
  const image = Object.assign(new Image(), { src: url, alt: '' });
  image.addEventListener('load', () => frame.dataset.key === key && frame.replaceChildren(image));
}

/** @param {Bout} bout */
function showTape({ blue, red }) {
  const figures = (/** @type {Tape} */ { age, height, weight, reach, stance }) => ({
    age: age ? String(age) : '',
    height: height ? words.height(height) : '',
    reach: reach ? words.reach(reach) : '',
    weight: weight ? words.weight(weight) : '',
    stance: words.stances[stance] ?? stance,
  });
  const [ofBlue, ofRed] = [figures(blue.tape), figures(red.tape)];
  const keys = /** @type {(keyof typeof ofBlue)[]} */ (Object.keys(ofBlue)).filter((key) => ofBlue[key] || ofRed[key]);
  byId('tape').setAttribute('aria-label', words.tale);
  const texts = (/** @type {keyof typeof ofBlue} */ key) => ({ blue: ofBlue[key] || '–', red: ofRed[key] || '–' });
  list(
    'tape-rows',
    keys.map((key) => ({ key, texts: { head: words.tape[key], ...texts(key) } })),
  );
}

/**
 * @param {Fought} bout @param {Phase} phase @param {VoteTally | undefined} tally
 * @param {(url: string) => string} pictureOf the URL of a picture that the page may show, or ''
 */
export function showFight(bout, phase, tally, pictureOf) {
  say('fight-title', `${bout.blue.name || words.unknown} vs. ${bout.red.name || words.unknown}`);
  say('phase', phaseText(bout, phase, tally));
  showFinish(bout, phase);
  for (const side of /** @type {const} */ (['blue', 'red'])) showCorner(bout, side, pictureOf);
  showTape(bout);
}

/**
 * One bar for each minute: blue upwards, red downwards, as long as the lead.
 *
 * @param {Fought} bout @param {number} scheduled rounds; 0: unknown
 * @returns {boolean} whether a round has begun
 */
export function showMomentum(bout, scheduled) {
  const leads = momentumOf(bout);
  const rounds = Math.max(scheduled, leads.length / minutesPerRound);
  const [width, height] = [rounds * minutesPerRound, Math.max(3, ...leads.map(Math.abs))];
  const bars = (/** @type {number} */ sign) =>
    leads.map((lead, minute) => (lead * sign > 0 ? `M${minute + 0.1} 0h.8v${-lead}h-.8z` : '')).join('');
  const chart = byId('momentum-chart');
  const borders = Array.from(
    { length: rounds - 1 },
    (_, n) => `M${(n + 1) * minutesPerRound} ${-height}v${2 * height}`,
  );
  const paths = { blue: bars(1), red: bars(-1), rule: `M0 0h${width}${borders.join('')}` };
  chart.setAttribute('viewBox', `0 ${-height} ${width} ${2 * height}`);
  for (const [name, path] of Object.entries(paths)) part(chart, name).setAttribute('d', path);
  const numbers = Array.from({ length: rounds }, (_, n) => shortRound(n + 1));
  list(
    'momentum-rounds',
    numbers.map((number) => ({ key: number, texts: { number } })),
  );
  const minutes = (/** @type {number} */ sign) => leads.filter((lead) => lead * sign > 0).length;
  const [blue, red] = [bout.blue.lastName || words.blue, bout.red.lastName || words.red];
  say('momentum-led', words.led(blue, minutes(1), red, minutes(-1)));
  return leads.length > 0;
}

/** @param {number} percent */
const shareOf = (percent) => (percent / 100).toLocaleString(words.locale, { style: 'percent' });

/** @param {Bout} bout @param {VoteTally} tally @param {number} current */
export function showVotes(bout, tally, current) {
  say('votes-total', words.voteCount(tally.total_votes));
  const figures = (/** @type {number} */ votes, /** @type {number} */ percent) => {
    return `${shareOf(percent)} (${votes.toLocaleString(words.locale)})`;
  };
  const rounds = votesOf(tally, bout.swapped).map(({ round, blue, red, share, bluePercent, redPercent }) => ({
    ...{ key: round, share, isEmpty: blue + red === 0 },
    texts: { round: words.round(round, 0), blue: figures(blue, bluePercent), red: figures(red, redPercent) },
  }));
  list('vote-rounds', rounds, (element, { key, share, isEmpty }) => {
    element.classList.toggle('current', key === current);
    const bar = /** @type {HTMLElement} */ (part(element, 'bar'));
    bar.classList.toggle('empty', isEmpty);
    bar.style.setProperty('--share', String(share / 100));
  });
}

/** @param {Bout} bout @param {ScoringFight} fight */
export function showScores(bout, fight) {
  const { rounds, isScored, blue, red } = scoresOf(fight, bout.swapped);
  const none = '–';
  const items = rounds.map(({ round, count, open, ...means }) => ({
    ...{ key: round, open },
    texts: {
      round: String(round),
      blue: count ? means.blue : none,
      red: count ? means.red : none,
      count: count.toLocaleString(words.locale),
      open: open ? words.open : '',
    },
  }));
  list('score-rounds', items, (element, { open }) => element.classList.toggle('current', open));
  say('blue-sum', isScored ? blue : none);
  say('red-sum', isScored ? red : none);
}

/**
 * The scorecards of the judges, each with that of the crowd.
 *
 * @param {Bout} bout @param {ScoringFight | undefined} scoring
 * @returns {boolean} whether the judges have decided
 */
export function showJudges({ judges, swapped }, scoring) {
  const crowd = scoring && scoresOf(scoring, swapped);
  const cards = crowd?.isScored ? [...judges, { name: words.scores, ...crowd }] : judges;
  list(
    'judge-cards',
    cards.map(({ name, blue, red }) => ({ key: name, texts: { name, blue, red } })),
    (element, { texts: { blue, red } }) => {
      element.dataset.won = Number(blue) > Number(red) ? 'blue' : Number(red) > Number(blue) ? 'red' : '';
    },
  );
  return judges.length > 0;
}

/** @param {BoutFeed['FMLiveFeed']} statistics @returns {boolean} whether there are any */
export function showStatistics(statistics) {
  const rows = statisticsOf(statistics);
  const text = (/** @type {{ Landed: string, Attempts?: string }} */ { Landed, Attempts }) =>
    Landed && Attempts ? words.landedOf(Landed, Attempts) : Landed || '–';
  const texts = rows.map(({ name, blue, red }) => ({ head: words.statistic[name], blue: text(blue), red: text(red) }));
  list(
    'statistic-rows',
    texts.map((row) => ({ key: row.head, texts: row })),
  );
  return rows.length > 0;
}

/** @param {Fought} bout @returns {boolean} whether anything has happened */
export function showActions(bout) {
  const items = actionsOf(bout).map(({ key, type, round, time, name, side }) => ({
    ...{ key, side },
    texts: {
      when: round ? `${shortRound(round)} ${time}` : '',
      what: (Object.hasOwn(words.actions, type) && words.actions[type]) || type.replaceAll('_', ' '),
      who: name,
    },
  }));
  list('actions', items, (element, { side }) => {
    element.dataset.side = side;
  });
  return items.length > 0;
}

/** @param {Bout} bout */
function statusText(bout) {
  if (bout.status === 'upcoming') return words.upcoming;
  if (bout.status === 'open') return words.noResult;
  if (bout.status === 'over') return resultOf(bout) || words.over;
  const round = bout.fed?.CurRd;
  return round && /^[1-9]$/.test(round) ? `${words.live} · ${words.inRound(Number(round))}` : words.live;
}

/** Marks the shown fight, and scrolls the card to it. @param {HTMLElement} row @param {boolean} isShown */
function mark(row, isShown) {
  if (isShown === row.hasAttribute('aria-current')) return;
  if (!isShown) {
    row.removeAttribute('aria-current');
    return;
  }
  row.setAttribute('aria-current', 'true');
  const rows = byId('bouts');
  requestAnimationFrame(() => {
    rows.scrollTop = row.offsetTop - rows.offsetTop - (rows.clientHeight - row.offsetHeight) / 2;
  });
}

/**
 * The scorecards of the judges, and the votes and scorecards of the fans on a whole fight, in one line each.
 *
 * @param {Bout} bout
 * @param {VoteTally} [tally]
 * @param {ScoringFight} [scoring]
 */
export function audienceText({ judges, swapped }, tally, scoring) {
  const votes = tally ? votesOf(tally, swapped) : [];
  const cast = (/** @type {'blue' | 'red'} */ side) => votes.reduce((sum, round) => sum + round[side], 0);
  const all = cast('blue') + cast('red');
  const percent = Math.round((100 * cast('blue')) / all);
  const scores = scoring && scoresOf(scoring, swapped);
  const pair = (/** @type {{ blue: string, red: string }} */ { blue, red }) => `${blue}\u00a0–\u00a0${red}`;
  return [
    judges.length > 0 ? `${words.judges} ${judges.map(pair).join(', ')}` : '',
    all > 0 ? words.audienceVotes(shareOf(percent), shareOf(100 - percent), all) : '',
    scores?.isScored ? `${words.scores} ${pair(scores)}` : '',
  ].filter(Boolean);
}

/**
 * @param {readonly Bout[]} card
 * @param {object} about
 * @param {Bout | undefined} about.shown
 * @param {ReadonlyMap<string, string>} about.weightClasses
 * @param {(bout: Bout) => string[]} about.audienceOf in lines
 */
export function showCard(card, { shown, weightClasses, audienceOf }) {
  const nameOf = (/** @type {string} */ key) =>
    weightClasses.get(key) ?? key.replace('Women_', "Women's ").replaceAll('_', ' ');
  const items = card.map((bout) => {
    const { key, blue, red, status, description, isTitle } = bout;
    const winner = status === 'over' && (blue.won ? 'blue' : red.won ? 'red' : '');
    const weightClass = nameOf(bout.weightClass);
    return {
      ...{ key, bout },
      texts: {
        status: statusText(bout),
        class: description || (isTitle ? `${weightClass} · ${words.title}` : weightClass),
        'name-blue': blue.name || words.unknown,
        'name-red': red.name || words.unknown,
        'record-blue': blue.name && blue.record,
        'record-red': red.name && red.record,
        'won-blue': winner === 'blue' ? words.winner : '',
        'won-red': winner === 'red' ? words.winner : '',
        audience: audienceOf(bout).join('\n'),
      },
    };
  });
  list('bouts', items, (element, { bout }) => {
    element.dataset.status = bout.status;
    mark(element, bout === shown);
  });
}

/**
 * @param {any} event of content; undefined if none is announced
 * @param {boolean} isAlone nothing else is shown
 */
export function showNext(event, isAlone) {
  say('next-title', isAlone ? words.nothingLive : words.nextEvent);
  say('next-event', event ? nameOf(event) : words.noEvent);
  say('next-date', dateOf(event));
}

/** When an event of content starts, in the viewer's time. @param {any} event */
export function dateOf(event) {
  const date = new Date(event?.event_dategmt ?? Number.NaN);
  const form = new Intl.DateTimeFormat(words.locale, { dateStyle: 'full', timeStyle: 'short' });
  return Number.isNaN(date.getTime()) ? '' : form.format(date);
}

/** @param {URL} url @param {string} svg its QR code */
export function showVoteLink({ href, host, pathname }, svg) {
  byId('vote-code').replaceChildren(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement);
  byId('vote-link').setAttribute('href', href);
  say('vote-link', host + pathname);
}

/** @param {any} event */
export const nameOf = (event) => [event.base_title, event.title_tag_line].filter(Boolean).join(': ');
