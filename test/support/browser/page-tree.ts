/** A page without a browser: as much of a document as the scripts of the pages use, as a tree that a test can read. */
type Node = Tag | string;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export class Tag {
  readonly attributes = new Map<string, string>();
  nodes: Node[] = [];
  above: Tag | undefined;
  readonly name: string;
  readonly #changes: string[];
  readonly dataset = new Proxy({} as Record<string, string>, {
    get: (_, key) => this.getAttribute(`data-${String(key)}`) ?? undefined,
    set: (_, key, value) => this.setAttribute(`data-${String(key)}`, value),
  });
  readonly style = {
    setProperty: (property: string, value: string) => this.setAttribute('style', `${property}: ${value}`),
  };
  readonly classList = {
    toggle: (name: string, isOn: boolean) => {
      const others = this.className.split(' ').filter((own) => own !== name && own !== '');
      this.className = [...others, ...(isOn ? [name] : [])].join(' ');
    },
  };
  // Layout, as a test says it.
  scrollTop = 0;
  offsetTop = 0;
  offsetHeight = 0;
  clientHeight = 0;

  /** @param changes where changes of texts and places are written. */
  constructor(name: string, changes: string[]) {
    this.name = name;
    this.#changes = changes;
  }

  getAttribute = (name: string) => this.attributes.get(name) ?? null;
  hasAttribute = (name: string) => this.attributes.has(name);
  removeAttribute = (name: string) => this.attributes.delete(name);
  setAttribute = (name: string, value: string) => {
    this.attributes.set(name, String(value));
    return true;
  };

  get className() {
    return this.getAttribute('class') ?? '';
  }
  set className(value: string) {
    this.setAttribute('class', value);
  }
  get lang() {
    return this.getAttribute('lang') ?? '';
  }
  set lang(value: string) {
    this.setAttribute('lang', value);
  }
  get hidden() {
    return this.hasAttribute('hidden');
  }
  set hidden(isHidden: boolean) {
    if (isHidden) this.setAttribute('hidden', '');
    else this.removeAttribute('hidden');
  }

  get children(): Tag[] {
    return this.nodes.filter((node) => node instanceof Tag);
  }
  get textContent(): string {
    return this.nodes.map((node) => (node instanceof Tag ? node.textContent : node)).join('');
  }
  set textContent(text: string) {
    this.#changes.push(`says ${text}`);
    this.nodes = text === '' ? [] : [text];
  }

  append(...nodes: Node[]): void {
    for (const node of nodes) if (node instanceof Tag) node.above = this;
    this.nodes.push(...nodes);
  }
  remove(): void {
    this.#changes.push(`removes ${this.name}`);
    this.#leave();
  }
  #leave(): void {
    if (this.above) this.above.nodes = this.above.nodes.filter((node) => node !== this);
    this.above = undefined;
  }
  insertBefore(tag: Tag, next: Tag | null): void {
    this.#changes.push(`inserts ${tag.name}`);
    tag.#leave();
    tag.above = this;
    this.nodes.splice(next ? this.nodes.indexOf(next) : this.nodes.length, 0, tag);
  }

  /** Everything inside, in the order of the page. */
  get inside(): Tag[] {
    return this.children.flatMap((child) => [child, ...child.inside]);
  }
  getElementsByClassName = (name: string) => this.inside.filter((tag) => tag.className.split(' ').includes(name));

  /** The tag as HTML. */
  get html(): string {
    const attributes = [...this.attributes].map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value}"`));
    const inner = this.nodes.map((node) => (node instanceof Tag ? node.html : escaped(node)));
    return `<${this.name}${attributes.join('')}>${inner.join('')}</${this.name}>`;
  }
}

/** Whether a tag is what one word of a selector names: `th.blue`, `#title`, `[data-word]`. */
export function matches(tag: Tag, word: string): boolean {
  const [whole, name, kind, rest = ''] = /^(\w*)(?:([.#[])([\w-]+)\]?)?$/.exec(word) ?? [];
  if (!whole) throw new Error(`"${word}" is no selector`);
  if (name && tag.name !== name) return false;
  if (kind === '.') return tag.className.split(' ').includes(rest);
  return kind === '#' ? tag.getAttribute('id') === rest : kind !== '[' || tag.hasAttribute(rest);
}

/** The document of a page whose HTML is well-formed. */
export class PageTree extends EventTarget {
  /** The changes of texts and places since the page was read, or since a test emptied the list. */
  readonly changes: string[] = [];
  readonly documentElement: Tag;
  hidden = false;
  title = '';

  constructor(html: string) {
    super();
    const top = new Tag('top', this.changes);
    let at = top;
    for (const [, end, name, attributes = '', text] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
      if (end) at = at.above ?? top;
      else if (name) {
        const tag = this.createElement(name);
        for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
          tag.setAttribute(key, value);
        }
        at.append(tag);
        if (!attributes.endsWith('/')) at = tag;
      } else if (text?.trim()) at.append(text);
    }
    const [root] = top.children;
    if (!root) throw new Error('the page is empty');
    this.documentElement = root;
  }

  createElement(name: string): Tag {
    return new Tag(name, this.changes);
  }
  getElementById = (id: string) => this.documentElement.inside.find((tag) => tag.getAttribute('id') === id) ?? null;
  querySelectorAll(selector: string): Tag[] {
    const [first = '', second] = selector.split(' ');
    const found = this.documentElement.inside.filter((tag) => matches(tag, first));
    return second ? found.flatMap((tag) => tag.inside.filter((inner) => matches(inner, second))) : found;
  }

  /** A tag that must be there. */
  tag(id: string): Tag {
    const tag = this.getElementById(id);
    if (!tag) throw new Error(`the page has no #${id}`);
    return tag;
  }
  /** The HTML of what is directly in a tag. */
  rows = (id: string) => this.tag(id).children.map(({ html }) => html);
  text = (id: string) => this.tag(id).textContent;
}

/** Sets globals of a browser, or members of one; returns what puts those of Node back. */
export function setGlobals(globals: Record<string, unknown>, of: object = globalThis): () => void {
  const own = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(of, name)] as const);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(of, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, before] of own) {
      if (before) Object.defineProperty(of, name, before);
      else Reflect.deleteProperty(of, name);
    }
  };
}
