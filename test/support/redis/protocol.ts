/** The protocol of Redis, as far as a server of a test needs it. */

const crlf = Buffer.from('\r\n');

/**
 * The end of the reply at an offset; undefined while it is incomplete.
 *
 * @see the specification of RESP2 and RESP3
 */
export function endOf(bytes: Buffer, start: number): number | undefined {
  const line = bytes.indexOf(crlf, start);
  if (line < 0) return undefined;
  const type = String.fromCharCode(bytes[start] ?? 0);
  const next = line + 2;
  const count = Number(bytes.toString('latin1', start + 1, line));
  if ('$=!'.includes(type)) {
    const end = count < 0 ? next : next + count + 2;
    return end <= bytes.length ? end : undefined;
  }
  if (!'*%~>|'.includes(type)) return next;
  let end: number | undefined = next;
  for (let left = type === '%' || type === '|' ? 2 * count : count; left > 0 && end !== undefined; left--) {
    end = endOf(bytes, end);
  }
  return end;
}

/** The complete commands with their words, and the remaining bytes. */
export function commandsIn(bytes: Buffer): { commands: { raw: Buffer; words: string[] }[]; rest: Buffer } {
  const commands: { raw: Buffer; words: string[] }[] = [];
  let at = 0;
  for (let end = bytes.length > 0 ? endOf(bytes, 0) : undefined; end !== undefined; ) {
    const raw = bytes.subarray(at, end);
    const words: string[] = [];
    for (let word = raw.indexOf(crlf) + 2; word < raw.length; ) {
      const line = raw.indexOf(crlf, word);
      const size = Number(raw.toString('latin1', word + 1, line));
      words.push(raw.toString('utf8', line + 2, line + 2 + size));
      word = line + 2 + size + 2;
    }
    commands.push({ raw, words });
    at = end;
    end = at < bytes.length ? endOf(bytes, at) : undefined;
  }
  return { commands, rest: bytes.subarray(at) };
}
