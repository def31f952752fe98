/** The provider state of the session, and its own replies. */
import { h } from '/shared/preact.js';
import { counted } from '../shared/text.js';
import { button, buttons, card, field, search, soft } from './elements.js';
import { base, change, data, update } from './store.js';

const untilCleared = { type: 'number', min: 1, placeholder: 'until cleared' };

/** The current state, with its parameters as fields. */
function active() {
  const { state, params = {}, times } = data.state;
  if (state === null) return soft('No state: replies follow the sample content.');
  const { parameters = [], operations = [] } = data.states.find(({ name }) => name === state) ?? {};
  /** @param {Record<string, string | number>} given @param {number} [left] */
  const set = (given, left = times) => {
    const known = Object.entries({ ...params, ...given }).filter(([, value]) => value !== '');
    change('PUT', '/state', { state, params: Object.fromEntries(known), ...(left && { times: left }) });
  };
  return h(
    'div',
    { class: 'active' },
    h('p', {}, h('strong', {}, state)),
    h(
      'div',
      { class: 'fields' },
      parameters.map(({ name, sample }) =>
        field(`state-${name}`, name.replaceAll('_', ' '), params[name] ?? '', (text) => set({ [name]: text }), {
          placeholder: sample ? `any (${sample})` : 'any',
        }),
      ),
      field('state-times', 'replies', times ?? '', (text) => set({}, Number(text)), untilCleared),
    ),
    buttons(button('Clear', () => change('DELETE', '/state'))),
    h(
      'details',
      {},
      h('summary', {}, `Affects ${counted(operations.length, 'route')}`),
      operations.map((id) => [h('a', { href: `${base}/#${id}` }, id), ' ']),
    ),
  );
}

function choices() {
  const words = data.search.toLowerCase().split(/\s+/);
  const found = data.states.filter(({ name, group }) => words.every((word) => `${group} ${name}`.includes(word)));
  if (found.length === 0) return soft(`No state for "${data.search}".`);
  /** @param {string} name */
  const choose = (name) =>
    button(name, () => change('PUT', '/state', { state: name }), { 'aria-pressed': data.state.state === name });
  return [...new Set(found.map(({ group }) => group))].map((group) => [
    h('h3', {}, group),
    h(
      'ul',
      {},
      found.filter((one) => one.group === group).map(({ name }) => h('li', { key: name }, choose(name))),
    ),
  ]);
}

function ownReplies() {
  const { replies } = data;
  if (replies.length === 0) return null;
  const rows = replies.map(({ status, path, operation, times }, index) => {
    const text = `${status} for ${path ?? operation}${times ? `, ${counted(times, 'time')}` : ''}`;
    const remove = () => change('PUT', '/replies', replies.toSpliced(index, 1));
    return h('li', {}, h('span', {}, text), button('Remove', remove, { 'aria-label': `Remove ${text}` }));
  });
  return [h('h3', {}, 'Own replies'), h('ul', { class: 'own' }, rows)];
}

export const stateCard = () =>
  card(
    'state',
    'State',
    'session',
    active(),
    ownReplies(),
    search('state-search', 'Search states', data.search, (text) => update({ search: text })),
    h('div', { class: 'choices', tabIndex: 0, role: 'group', 'aria-label': 'States' }, choices()),
  );
