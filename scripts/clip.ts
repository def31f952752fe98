/**
 * `node scripts/clip.ts`: encodes the video of the sample world, common/media/clip.mp4 and clip.mpegts, with
 * ffmpeg (`apt-get install ffmpeg`). Needed only to change what the video shows: other versions of ffmpeg write other bytes.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { box, Canvas, circle, line, polygon } from '../common/media/canvas.ts';

const [width, height, framesPerSecond, seconds] = [320, 180, 12, 2];
const count = framesPerSecond * seconds;

/** A hand that turns once in an octagon, and a bar that fills. */
function drawFrame(frame: number): Buffer {
  const canvas = new Canvas(width, height, [22, 34, 58]);
  const angle = (frame / count) * 2 * Math.PI - Math.PI / 2;
  const [x, y] = [width / 2, height * 0.44];
  canvas.fill(polygon(x, y, 66, 8, 1 / 16), [150, 178, 226]);
  canvas.fill(polygon(x, y, 61, 8, 1 / 16), [44, 74, 128]);
  canvas.fill(line(x, y, x + 44 * Math.cos(angle), y + 44 * Math.sin(angle), 6), [244, 244, 240]);
  canvas.fill(circle(x, y, 7), [226, 178, 62]);
  canvas.fill(box(20, 160, (280 * (frame + 1)) / count, 8, 4), [226, 178, 62]);
  return canvas.pixels;
}

const target = (name: string) => fileURLToPath(new URL(`../common/media/${name}`, import.meta.url));
const picture = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgb24',
  '-s',
  `${width}x${height}`,
  '-r',
  `${framesPerSecond}`,
  '-i',
  '-',
];
const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono'];
const codecs = [
  '-t',
  `${seconds}`,
  '-c:v',
  'libx264',
  '-profile:v',
  'baseline',
  '-level',
  '3.0',
  '-pix_fmt',
  'yuv420p',
  '-crf',
  '26',
  '-preset',
  'veryslow',
  '-g',
  `${count}`,
  '-x264-params',
  'threads=1',
  '-c:a',
  'aac',
  '-b:a',
  '16k',
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
];
const input = Buffer.concat(Array.from({ length: count }, (_, frame) => drawFrame(frame)));

for (const [name, format] of [
  ['clip.mp4', ['-movflags', '+faststart', '-f', 'mp4']],
  [
    'clip.mpegts',
    ['-f', 'mpegts', '-mpegts_flags', '+resend_headers', '-pat_period', '2', '-sdt_period', '2', '-muxdelay', '0'],
  ],
] as const) {
  const args = ['-v', 'error', '-y', ...picture, ...silence, ...codecs, ...format, target(name)];
  const { status, stderr, error } = spawnSync('ffmpeg', args, { input, encoding: 'buffer' });
  if (status !== 0) throw new Error(`ffmpeg: ${error?.message ?? stderr}`);
}
