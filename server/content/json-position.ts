/** Walks through the text of one JSON value that JSON.parse takes. */
class Walk {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  space(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at++;
  }

  string(): string {
    const start = this.at++;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at++;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  /** Passes over a value. */
  value(): void {
    let depth = 0;
    do {
      this.space();
      const char = this.text[this.at] as string;
      if (char === '"') this.string();
      else {
        if (char === '{' || char === '[') depth++;
        else if (char === '}' || char === ']') depth--;
        else if (char !== ',' && char !== ':') while (/[\w.+-]/.test(this.text[this.at + 1] ?? '')) this.at++;
        this.at++;
      }
    } while (depth > 0);
  }

  /** Goes to the member or element of the value that starts here; false when there is none. */
  enter(step: string): boolean {
    this.space();
    const isObject = this.text[this.at] === '{';
    if (!isObject && this.text[this.at] !== '[') return false;
    this.at++;
    let found = -1;
    for (let index = 0; this.at < this.text.length; index++) {
      this.space();
      const char = this.text[this.at];
      if (char === '}' || char === ']') break;
      const name = isObject ? this.string() : String(index);
      if (isObject) {
        this.space();
        this.at++;
        this.space();
      }
      // Of a name that comes twice, JSON.parse takes the last.
      if (name === step) found = this.at;
      if (found >= 0 && !isObject) break;
      this.value();
      this.space();
      if (this.text[this.at] === ',') this.at++;
    }
    if (found >= 0) this.at = found;
    return found >= 0;
  }
}

/**
 * Where a value stands in the text of a record: characters from its start. For a value that is missing, where the
 * object starts that misses it.
 */
export function offsetOf(text: string, pointer: string): number {
  const walk = new Walk(text);
  let last = 0;
  for (const step of pointer.split('/').slice(1)) {
    walk.at = last;
    if (!walk.enter(step.replaceAll('~1', '/').replaceAll('~0', '~'))) break;
    last = walk.at;
  }
  return last;
}

/** Line and column of a character of a record that itself starts at a line and column. */
export function placeIn(
  record: { text: string; line: number; column: number },
  offset: number,
): { line: number; column: number } {
  const before = record.text.slice(0, offset);
  const breaks = before.split('\n').length - 1;
  return breaks === 0
    ? { line: record.line, column: record.column + offset }
    : { line: record.line + breaks, column: offset - before.lastIndexOf('\n') };
}
