/** The page of the catalogue without a browser: a tree whose parts hear events and can be focused. */
import { readFileSync } from 'node:fs';
import { matches, PageTree, Tag } from './page-tree.ts';

const folder = new URL('../../../contracts/site/catalogue/', import.meta.url);
const html = readFileSync(new URL('index.html', folder), 'utf8');

/** The address of a script of the catalogue: tests load it by its address, since types of a browser are not checked with theirs. */
export const catalogueScript = (name: string) => new URL(name, folder).href;

/** What an event says, such as the key that was pressed. */
export class Happening {
  readonly target: Part;
  isPrevented = false;
  constructor(target: Part, more: object) {
    this.target = target;
    Object.assign(this, more);
  }
  preventDefault() {
    this.isPrevented = true;
  }
}

export type Listener = (event: Happening) => unknown;

export class Part extends Tag {
  value = '';
  disabled = false;
  readonly #listeners: [name: string, listener: Listener][] = [];
  readonly #page: CataloguePage;
  #isChecked: boolean | undefined;

  constructor(name: string, page: CataloguePage) {
    super(name, page.changes);
    this.#page = page;
  }

  get id() {
    return this.getAttribute('id') ?? '';
  }
  get checked() {
    return this.#isChecked ?? this.hasAttribute('checked');
  }
  set checked(isChecked: boolean) {
    this.#isChecked = isChecked;
  }
  get open() {
    return this.hasAttribute('open');
  }
  set open(isOpen: boolean) {
    if (isOpen) this.setAttribute('open', '');
    else this.removeAttribute('open');
    queueMicrotask(() => this.hear('toggle', new Happening(this, {})));
  }
  get parentElement() {
    return this.above;
  }
  /** Whatever is no part becomes a text, `false` too, as in a browser. */
  override append(...nodes: (Tag | string)[]) {
    super.append(...nodes.map((node) => (node instanceof Tag ? node : String(node))));
  }
  hasChildNodes = () => this.nodes.length > 0;
  replaceChildren(...nodes: (Tag | string)[]) {
    this.nodes = [];
    this.append(...nodes);
  }

  querySelectorAll = (selector: string) => this.inside.filter((tag) => matches(tag, selector)) as Part[];
  querySelector = (selector: string) => this.querySelectorAll(selector)[0] ?? null;
  /** @param selector of two words, as `details.contract > summary`. */
  closest(selector: string): Part | null {
    const [outer = '', inner = ''] = selector.split(' > ');
    for (let tag: Tag | undefined = this; tag; tag = tag.above) {
      if (tag instanceof Part && matches(tag, inner) && tag.above && matches(tag.above, outer)) return tag;
    }
    return null;
  }

  focus(options?: object) {
    this.#page.activeElement = this;
    this.#page.say('focus', this, options);
  }
  select = () => this.#page.say('select', this);
  scrollIntoView = (options?: object) => this.#page.say('scroll', this, options);
  checkVisibility = () => !this.#page.hiddenParts.includes(this.id);

  addEventListener = (name: string, listener: Listener) => this.#listeners.push([name, listener]);
  hear(name: string, event: Happening) {
    for (const [own, listener] of this.#listeners) if (own === name) listener(event);
  }
  /** An event on this part, which those around it hear too, and the window last. */
  fire(name: string, more: object = {}): Happening {
    const event = new Happening(this, more);
    for (let tag: Tag | undefined = this; tag; tag = tag.above) if (tag instanceof Part) tag.hear(name, event);
    this.#page.hear(name, event);
    return event;
  }
}

export class Input extends Part {}
export class Details extends Part {}

const kinds: Record<string, typeof Part> = { input: Input, details: Details };

export class CataloguePage extends PageTree {
  /** What a reader notices besides the page: what is focused, and what is scrolled to. */
  readonly said: string[] = [];
  /** Ids of what the layout does not show. */
  hiddenParts: string[] = [];
  activeElement: Part | undefined;
  readonly #listeners: [name: string, listener: Listener][] = [];

  constructor() {
    super(html);
  }

  override createElement(name: string): Part {
    return new (kinds[name] ?? Part)(name, this);
  }
  override tag(id: string): Part {
    return super.tag(id) as Part;
  }
  override querySelectorAll(selector: string): Part[] {
    return super.querySelectorAll(selector) as Part[];
  }
  get body() {
    return this.querySelectorAll('body')[0] as Part;
  }

  say(what: string, part: Part, options?: object) {
    const name = part.id ? `${part.name}#${part.id}` : `${part.name} ${part.textContent}`;
    this.said.push([what, name, ...(options ? [JSON.stringify(options)] : [])].join(' '));
  }
  /** Listeners of the window. */
  listen = (name: string, listener: Listener) => this.#listeners.push([name, listener]);
  hear(name: string, event: Happening) {
    for (const [own, listener] of this.#listeners) if (own === name) listener(event);
  }
}
