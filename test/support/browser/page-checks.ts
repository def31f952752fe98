/**
 * Every visible piece of text: its element, its words, and the boxes of its lines. A line box is as high as the page's
 * `line-height`; the glyph boxes of the browser depend on the font: those of Noto Sans are 1.36 em high, Arial's 1.15 em.
 */
const texts = `
  const texts = [];
  // What a list has scrolled out of its frame takes no place.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility() || getComputedStyle(element).clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const frame = element.closest('#actions, #bouts, #list, pre, .choices')?.getBoundingClientRect();
    const table = element.closest('.box')?.getBoundingClientRect();
    const inFrame = (box) =>
      (!frame || (box.top >= frame.top && box.bottom <= frame.bottom)) && (!table || box.right <= table.right);
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    const lineBox = ({ left, right, top, bottom, height }) => {
      const leading = Number.isNaN(lineHeight) ? 0 : (lineHeight - height) / 2;
      return { left, right, top: top - leading, bottom: bottom + leading };
    };
    const boxes = [...range.getClientRects()].map(lineBox).filter(inFrame);
    texts.push({ element, words: node.data.trim(), boxes });
  }
`;

/** Text over other text, text that leaves the page at a side, and a page that scrolls sideways. */
export const crowding = `(() => {
  ${texts}
  const faults = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push('the page scrolls sideways');
  const flat = texts.flatMap(({ words, boxes }, text) => boxes.map((box) => ({ words, text, box })));
  // From top to bottom, so that only those at the same height are compared.
  flat.sort((one, other) => one.box.top - other.box.top);
  for (const [i, part] of flat.entries()) {
    if (part.box.left < 0 || part.box.right > width) faults.push(part.words + ' leaves the page');
    for (let n = i + 1; n < flat.length && flat[n].box.top < part.box.bottom - 1; n++) {
      const other = flat[n];
      const across = Math.min(part.box.right, other.box.right) - Math.max(part.box.left, other.box.left);
      const down = Math.min(part.box.bottom, other.box.bottom) - Math.max(part.box.top, other.box.top);
      if (part.text !== other.text && across > 1 && down > 1) faults.push(part.words + ' over ' + other.words);
    }
  }
  return faults;
})()`;

/** Text whose contrast with its ground is below 4.5, the AA level of WCAG 2 for text of every size. */
export const faintness = `(() => {
  ${texts}
  const channels = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = channels(colour).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    return channels(colour)[3] === 0 && element.parentElement ? groundOf(element.parentElement) : colour;
  };
  return texts.flatMap(({ element, words }) => {
    const [a, b] = [light(getComputedStyle(element).color), light(groundOf(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return contrast < 4.5 ? [words + ' has a contrast of ' + contrast.toFixed(2)] : [];
  });
})()`;
