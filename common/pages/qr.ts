import { encode } from 'uqr';

/** A QR code with its quiet zone, as the path of an SVG over `size` × `size` units; the dark modules are filled. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${runOf(row, x)}v1H${x}z` : '')).join(''),
  );
  return { size, path: rows.join('') };
}

/** How many dark modules follow each other from `x` on. */
const runOf = (row: readonly boolean[], x: number) => [...row.slice(x), false].indexOf(false);
