/**
 * The search: everything that can be found, ranked by how closely it matches every word.
 *
 * @import { CatalogueIndex, ListedNames } from '../listing.ts'
 *
 * @typedef {object} Entry
 * @property {'route' | 'field' | 'header' | 'contract'} kind
 * @property {string} href
 * @property {string} label
 * @property {string} note
 * @property {string} [badge] method or status
 * @property {string[]} keys names, which count most
 * @property {string} text in which a word may occur
 * @property {string} [whole] counts only as a whole
 */
import { distance } from '../shared/distance.js';
import { languagesOf } from './elements.js';

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** English words of the contracts for Spanish ones; a plural that is not listed means what its singular does. */
const spanish = new Map(
  Object.entries({
    alerta: 'alert',
    asalto: 'round',
    boleto: 'tickets',
    campeon: 'title_holder',
    campeones: 'title_holders',
    cartelera: 'event',
    division: 'weight_class',
    entrada: 'tickets',
    error: 'problem',
    evento: 'event',
    eventos: 'events',
    luchador: 'fighter',
    luchadores: 'fighters',
    medio: 'media_item',
    medios: 'media',
    noticia: 'article',
    noticias: 'news',
    pelea: 'fights',
    peleador: 'fighter',
    peleadores: 'fighters',
    peso: 'weight',
    puntuacion: 'scoring',
    salud: 'health',
    tarjeta: 'scorecard',
    traduccion: 'translations',
    vivo: 'live',
    votar: 'vote',
    voto: 'vote',
    votos: 'votes',
  }),
);

/** @param {string} text */
const wordsOf = (text) => text.split(/[^\p{L}\d]+/u).filter(Boolean);

/** @param {string} word */
function inEnglish(word) {
  const singular = word.replace(/(?<=[nr])es$|s$/, '');
  return spanish.get(word) ?? spanish.get(singular) ?? word;
}

/** @param {CatalogueIndex} index @param {ListedNames} names @returns {Entry[]} */
export function entriesOf({ routes, tags, families }, { headers, fields }) {
  const titles = new Map(routes.flatMap(({ title, operations }) => operations.map(({ id }) => [id, title])));
  /** @type {Entry[]} */
  const ofRoutes = routes.map(({ name, tag, title, summary, method, operations }) => {
    const paths = operations.flatMap(({ family, forms }) =>
      forms.flatMap(({ path }) => [path, path.slice(families[family].prefix.length + 1)]),
    );
    return {
      kind: 'route',
      href: `#${operations[0]?.id}`,
      label: title,
      note: `${name} · ${languagesOf(operations)}`,
      badge: method,
      keys: [name, title, ...operations.map(({ id }) => id), ...paths].map(plain),
      text: plain([summary, tags[tag]?.title, method].join('\n')),
    };
  });
  /** @type {Entry[]} */
  const ofFields = fields.map(({ name, values = [], operations }) => {
    const others = operations.length - 1;
    return {
      kind: 'field',
      href: `#${operations[0]}/fields/${name}`,
      label: name,
      note: `field of ${titles.get(operations[0] ?? '')}${others > 0 ? ` and ${others} more` : ''}`,
      keys: [name, ...values].map(plain),
      text: '',
    };
  });
  /** @type {Entry[]} */
  const ofHeaders = Object.entries(headers).map(([name, about]) => ({
    kind: 'header',
    href: `#header-${name.toLowerCase()}`,
    label: name,
    note: `header · ${about.replaceAll('`', '')}`,
    keys: [plain(name)],
    text: plain(about),
  }));
  /** @type {Entry[]} */
  const ofContracts = routes.flatMap(({ title, operations }) =>
    operations.flatMap((operation) =>
      operation.contracts.map(({ id, receiving, status, problem, states }) => ({
        kind: 'contract',
        href: `#${id}`,
        label: receiving,
        note: `${title} · ${languagesOf([operation])}`,
        badge: String(status),
        keys: [String(status), ...(problem ? [problem, `urn:problem-type:${problem}`] : []), ...states.map(plain)],
        text: plain(`${receiving}\n${title}`),
        whole: id,
      })),
    ),
  );
  return [...ofRoutes, ...ofFields, ...ofHeaders, ...ofContracts];
}

/** @param {Entry} entry @param {string} word @returns {number} 0 without a match */
function scoreOf({ keys, text, whole }, word) {
  if (word === whole) return 12;
  /** @param {string} key */
  const ofKey = (key) => {
    if (key === word) return 12;
    if (wordsOf(key).includes(word)) return 8;
    if (key.startsWith(word)) return 6;
    return key.includes(word) ? 3 : 0;
  };
  return Math.max(...keys.map(ofKey), text.includes(word) ? 1 : 0);
}

/** Of two that match alike, a route is looked for more often than a contract. */
const ofKind = { route: 7, field: 2, header: 2, contract: 1 };

/** @param {Entry[]} entries @param {string[]} words */
function rank(entries, words) {
  return entries
    .map((entry) => {
      const scores = words.map((word) => scoreOf(entry, word));
      const total = scores.reduce((sum, score) => sum + score, 0);
      return { entry, score: scores.includes(0) ? 0 : total + ofKind[entry.kind] };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/**
 * The known words that are most similar, best first.
 *
 * @param {string} word
 * @param {Iterable<string>} known
 * @param {number} [max] edits
 */
export function nearest(word, known, max = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)))) {
  return [...known]
    .map((candidate) => ({ candidate, far: distance(word.slice(0, 60), candidate) }))
    .filter(({ far }) => far <= max)
    .sort((a, b) => a.far - b.far)
    .map(({ candidate }) => candidate);
}

/**
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {{ hits: Entry[], suggestion?: string }} with a suggestion, the hits are those of it
 */
export function search(entries, query) {
  const words = plain(query)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split(/\s+/)
    .filter(Boolean);
  const hits = rank(entries, words);
  if (hits.length > 0) return { hits };
  const translated = words.map(inEnglish);
  const inSpanish = rank(entries, translated);
  if (inSpanish.length > 0) return { hits: inSpanish };
  const known = new Set(
    entries
      .flatMap(({ kind, keys }) => (kind === 'contract' ? keys.slice(1) : keys))
      .flatMap((key) => [key, ...wordsOf(key)]),
  );
  const better = translated.map((word) => (rank(entries, [word]).length > 0 ? word : nearest(word, known)[0]));
  if (better.includes(undefined) || better.length === 0) return { hits: [] };
  const suggestion = better.join(' ');
  return { hits: rank(entries, /** @type {string[]} */ (better)), suggestion };
}
