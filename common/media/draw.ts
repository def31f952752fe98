import { box, Canvas, type Colour, circle, line, polygon } from './canvas.ts';

/** What a picture is drawn with: its size, and the colours of its subject. */
interface Sketch {
  canvas: Canvas;
  width: number;
  height: number;
  middle: Colour;
  light: Colour;
  /** The path, whose ending distinguishes the pictures of a subject. */
  path: string;
}

const white: Colour = [244, 244, 240];
const gold: Colour = [226, 178, 62];
const red: Colour = [206, 58, 52];
const blue: Colour = [54, 100, 204];

/** @param hue in degrees; saturation and lightness are shares. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const swing = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - swing * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** The same for all pictures of a subject, and far from that of the next id. */
function hueOf(subject: string): number {
  let hash = 7;
  for (const letter of subject) hash = (hash * 31 + letter.charCodeAt(0)) % 9_973;
  return (hash * 137.5) % 360;
}

/** Rows of three bits. */
const digits = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71122', '75757', '75717'];

/** @param size of one block, a fifth of a digit's height. */
function writeNumber({ canvas, height, light }: Sketch, number: string, size: number): void {
  for (const [at, digit] of [...number].entries()) {
    for (const [row, bits] of [...(digits[Number(digit)] as string)].entries()) {
      for (let column = 0; column < 3; column++) {
        if (!((Number(bits) >> (2 - column)) & 1)) continue;
        canvas.fill(box(size * (2 + at * 4 + column), height - size * (7 - row), size, size), light);
      }
    }
  }
}

function drawPortrait({ canvas, width, height, middle, light }: Sketch): void {
  const unit = Math.min(width, height);
  canvas.fill(circle(width / 2, height + unit * 0.12, unit * 0.46), middle);
  canvas.fill(box(width / 2 - unit * 0.08, height - unit * 0.46, unit * 0.16, unit * 0.2, unit * 0.05), light);
  canvas.fill(circle(width / 2, height - unit * 0.58, unit * 0.2), light);
}

/** A boxer in guard who looks to the right, or to the left in `_R`: the two of a fight face each other. */
function drawBody({ canvas, width, height, middle, light, path }: Sketch): void {
  const facing = path.includes('_R') ? -1 : 1;
  const x = (share: number) => width / 2 + facing * share * height;
  const y = (share: number) => share * height;
  const limb = (from: readonly [number, number], to: readonly [number, number], thickness: number, colour: Colour) =>
    canvas.fill(line(x(from[0]), y(from[1]), x(to[0]), y(to[1]), y(thickness)), colour);
  limb([-0.03, 0.58], [-0.1, 0.92], 0.075, light);
  limb([0.04, 0.58], [0.09, 0.92], 0.075, light);
  limb([0, 0.3], [0, 0.5], 0.17, light);
  canvas.fill(box(width / 2 - y(0.1), y(0.5), y(0.2), y(0.15), y(0.04)), middle);
  canvas.fill(circle(x(0.02), y(0.14), y(0.065)), light);
  limb([-0.07, 0.27], [-0.08, 0.4], 0.05, light);
  limb([-0.08, 0.4], [0.04, 0.3], 0.05, light);
  limb([0.07, 0.27], [0.12, 0.38], 0.05, light);
  limb([0.12, 0.38], [0.16, 0.25], 0.05, light);
  canvas.fill(circle(x(0.05), y(0.28), y(0.045)), middle);
  canvas.fill(circle(x(0.16), y(0.23), y(0.045)), middle);
}

function drawBelt({ canvas, width, height, middle }: Sketch): void {
  canvas.fill(box(width * 0.04, height * 0.34, width * 0.92, height * 0.32, height * 0.1), middle);
  for (const share of [0.22, 0.78]) canvas.fill(circle(width * share, height / 2, height * 0.19), gold);
  canvas.fill(polygon(width / 2, height / 2, height * 0.42, 8, 1 / 16), gold);
  canvas.fill(polygon(width / 2, height / 2, height * 0.3, 8, 1 / 16), middle);
  canvas.fill(polygon(width / 2, height / 2, height * 0.16, 4), gold);
}

function drawEvent({ canvas, width, height, middle, light }: Sketch): void {
  const [x, y] = [width / 2, height * 0.46];
  canvas.fill(polygon(x, y, height * 0.4, 8, 1 / 16), light);
  canvas.fill(polygon(x, y, height * 0.37, 8, 1 / 16), middle);
  canvas.fill(circle(x - height * 0.15, y, height * 0.08), red);
  canvas.fill(circle(x + height * 0.15, y, height * 0.08), blue);
}

function drawNews({ canvas, width, height, middle, light }: Sketch): void {
  const [left, wide] = [width * 0.26, width * 0.48];
  canvas.fill(box(left, height * 0.1, wide, height * 0.7, height * 0.03), white);
  canvas.fill(box(left + wide * 0.08, height * 0.17, wide * 0.84, height * 0.09), middle);
  canvas.fill(box(left + wide * 0.08, height * 0.32, wide * 0.36, height * 0.4), light);
  for (let row = 0; row < 5; row++) {
    canvas.fill(box(left + wide * 0.52, height * (0.33 + row * 0.085), wide * 0.4, height * 0.035), middle);
  }
}

/** The sun is lower in each further photo of a gallery. */
function drawPhoto({ canvas, width, height, middle, light, path }: Sketch): void {
  const place = Number(/_(\d)/.exec(path)?.[1] ?? 1);
  canvas.fill(circle(width * (0.6 + place * 0.1), height * (0.12 + place * 0.13), height * 0.11), gold);
  canvas.fill(polygon(width * 0.66, height * 0.86, height * 0.42, 4, 3 / 4), light);
  canvas.fill(polygon(width * 0.4, height * 0.86, height * 0.58, 4, 3 / 4), middle);
  canvas.fill(box(0, height * 0.86, width, height * 0.14), middle);
}

/** A frame of a film. */
function drawFilm({ canvas, width, height, middle, light }: Sketch): void {
  canvas.fill(box(width * 0.2, height * 0.08, width * 0.6, height * 0.7, height * 0.04), middle);
  for (let hole = 0; hole < 6; hole++) {
    const left = width * (0.238 + hole * 0.0945);
    for (const top of [0.115, 0.675]) {
      canvas.fill(box(left, height * top, width * 0.05, height * 0.07, height * 0.015), light);
    }
  }
  canvas.fill(box(width * 0.23, height * 0.22, width * 0.54, height * 0.42), light);
  canvas.fill(polygon(width * 0.485, height * 0.43, height * 0.16, 3), middle);
}

function drawTicket({ canvas, width, height, middle, light }: Sketch): void {
  canvas.fill(box(width * 0.16, height * 0.14, width * 0.68, height * 0.58, height * 0.05), light);
  for (let dash = 0; dash < 6; dash++) {
    canvas.fill(box(width * 0.62, height * (0.18 + dash * 0.09), width * 0.008, height * 0.05), middle);
  }
  canvas.fill(polygon(width * 0.39, height * 0.43, height * 0.2, 8, 1 / 16), middle);
  for (let bar = 0; bar < 5; bar++) {
    canvas.fill(box(width * 0.68, height * (0.24 + bar * 0.09), width * 0.1, height * 0.035), middle);
  }
}

/** By the path of the picture, the first that fits: size, and what it shows. */
const kinds: readonly [path: RegExp, width: number, height: number, draw: (sketch: Sketch) => void][] = [
  [/_small\b/, 240, 180, drawPhoto],
  [/_banner\b/, 960, 240, drawPhoto],
  [/_(?:L|R|body)\b/, 300, 600, drawBody],
  [/_large\b/, 480, 640, drawPortrait],
  [/_profile\b/, 400, 400, drawPortrait],
  [/^belt\//, 320, 160, drawBelt],
  [/^e\/\d+_2\b/, 400, 400, drawEvent],
  [/^e\//, 640, 360, drawEvent],
  [/^n\//, 640, 360, drawNews],
  [/^m\//, 640, 360, drawFilm],
  [/^g\/|^p\/\d+_\d/, 640, 480, drawPhoto],
  [/tickets\//, 640, 320, drawTicket],
  [/^/, 240, 240, drawPortrait],
];

/**
 * Draws a picture of the sample world: what it shows, its size and its colour follow from the path alone.
 *
 * @param path without the slash in front, such as `f/3107_profile.png`.
 * @returns a PNG, whatever the ending of the path: clients go by the media type.
 */
export function drawPicture(path: string): Buffer {
  const [, width, height, draw] = kinds.find(([pattern]) => pattern.test(path)) as (typeof kinds)[number];
  const number = /(\d+)[^/\d]*(?:_\d+\D*)?$/.exec(path)?.[1] ?? '';
  const hue = hueOf(number);
  const saturation = number === '' ? 0 : 0.45;
  const [dark, middle, light] = [0.2, 0.42, 0.76].map((lightness) => colourOf(hue, saturation, lightness));
  const canvas = new Canvas(width, height, dark as Colour);
  const sketch: Sketch = { canvas, width, height, path, middle: middle as Colour, light: light as Colour };
  draw(sketch);
  writeNumber({ ...sketch, light: white }, number, Math.max(3, Math.round(Math.min(width, height) / 70)));
  return canvas.png();
}
