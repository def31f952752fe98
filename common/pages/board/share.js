import { byId } from './view.js';

/** The size that sites show of a link. */
const [width, height] = [1_200, 630];

/** Saves what the page shows of the fight as a picture. @param {string} audience the votes and scorecards in words */
export function savePicture(audience) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const textOf = (/** @type {string} */ id) => byId(id).textContent ?? '';
  const colourOf = (/** @type {string} */ id) => getComputedStyle(byId(id)).color;
  const { fontFamily, color } = getComputedStyle(document.body);
  /** @param {string} text @param {number} y @param {number} size @param {{ x?: number, fill?: string, room?: number }} [more] */
  const write = (text, y, size, { x = width / 2, fill = color, room = width - 80 } = {}) => {
    const setSize = (/** @type {number} */ pixels) => {
      pen.font = `${size >= 36 ? 'bold ' : ''}${pixels}px ${fontFamily}`;
    };
    setSize(size);
    // A longer text is smaller.
    setSize(size * Math.min(1, room / pen.measureText(text).width));
    pen.fillStyle = fill;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = getComputedStyle(byId('fight')).backgroundColor;
  pen.fillRect(0, 0, width, height);
  pen.textAlign = 'center';
  write(textOf('title'), 70, 36);
  write(textOf('place'), 110, 26);
  for (const [side, x] of /** @type {const} */ ([
    ['blue', 210],
    ['red', width - 210],
  ])) {
    const fill = colourOf(`${side}-portrait`);
    const picture = byId(`${side}-portrait`).querySelector('img');
    if (picture?.naturalWidth) {
      // As on the page: a square at the top of the picture.
      const { naturalWidth, naturalHeight } = picture;
      const side = Math.min(naturalWidth, naturalHeight);
      pen.drawImage(picture, (naturalWidth - side) / 2, 0, side, side, x - 110, 160, 220, 220);
    } else write(textOf(`${side}-portrait`), 300, 96, { x, fill });
    pen.fillStyle = fill;
    pen.fillRect(x - 110, 380, 220, 10);
    write(textOf(`${side}-name`), 450, 42, { x, room: 380, fill });
    write(textOf(`${side}-about`), 490, 26, { x, room: 380 });
  }
  write(textOf('phase'), 230, 30, { room: 330 });
  write(textOf('time') || textOf('finish-who'), 300, 60, { room: 330 });
  write(textOf('finish-how'), 350, 30, { room: 330 });
  write(audience, 570, 28);
  canvas.toBlob((picture) => {
    if (!picture) return;
    const href = URL.createObjectURL(picture);
    Object.assign(document.createElement('a'), { href, download: 'fightcard.png' }).click();
    URL.revokeObjectURL(href);
  });
}
