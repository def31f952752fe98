import { readFileSync } from 'node:fs';
import { defaultWebsite } from '../../contracts/content/settings.ts';
import { world } from '../../contracts/world/index.ts';
import { sampleHosts, samplePath } from './address.ts';

export interface Media {
  type: string;
  bytes: Buffer;
}

/** A stream repeats the clip of 2 s, so that people have time to look at a player. */
const repetitions = 15;

/** Each repetition restarts the clock of the clip, which is a discontinuity. @see RFC 8216 4 */
const playlist = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:2
#EXT-X-PLAYLIST-TYPE:VOD
${Array(repetitions).fill('#EXTINF:2.0,\nclip.ts\n').join('#EXT-X-DISCONTINUITY\n')}#EXT-X-ENDLIST
`;

const readMedia = (name: string): Buffer => readFileSync(new URL(`files/${name}`, import.meta.url));

/** Files for paths without a leading slash, such as `f/3107_profile.png`. The first matching pattern counts. */
const pictures: readonly [path: RegExp, file: string][] = [
  [/_small\b/, 'photo-small.png'],
  [/_banner\b/, 'banner.png'],
  [/_R\b/, 'body-right.png'],
  [/_(?:L|body)\b/, 'body-left.png'],
  [/_large\b/, 'portrait-large.png'],
  [/_profile\b/, 'profile.png'],
  [/^belt\//, 'belt.png'],
  [/^e\/\d+_2\b/, 'event-square.png'],
  [/^e\//, 'event.png'],
  [/^n\//, 'news.png'],
  [/^m\//, 'film.png'],
  [/^g\/|^p\/\d+_\d/, 'photo.png'],
  [/tickets\//, 'ticket.png'],
];

/** All pictures are PNG, even if their path ends in `.jpg`: clients use the media type. */
function readMediaAt(path: string): Media {
  if (path.endsWith('.mp4')) return { type: 'video/mp4', bytes: readMedia('clip.mp4') };
  if (path.endsWith('.ts')) return { type: 'video/mp2t', bytes: readMedia('clip.mpegts') };
  if (path.endsWith('.m3u8')) return { type: 'application/vnd.apple.mpegurl', bytes: Buffer.from(playlist) };
  const [, file = 'portrait.png'] = pictures.find(([pattern]) => pattern.test(path)) ?? [];
  return { type: 'image/png', bytes: readMedia(file) };
}

/** The paths of pictures and videos on mock and server → their paths in the sample world. */
function listPaths(): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const text = JSON.stringify([world, defaultWebsite]);
  for (const [, host, path = ''] of text.matchAll(/"https:\/\/((?:img|media)\.example\.com)\/([^"]+)"/g)) {
    paths.set(`${samplePath}/${host}/${path}`, path);
    // The playlist refers to its part by a relative path.
    const part = path.replace(/[^/]+\.m3u8$/, 'clip.ts');
    paths.set(`${samplePath}/${host}/${part}`, part);
  }
  for (const [, path = ''] of text.matchAll(/"\/([^"]+\.(?:png|mp4))"/g)) {
    const host = path.endsWith('.mp4') ? sampleHosts.videos : sampleHosts.pictures;
    paths.set(`${samplePath}/${host}/${path}`, path);
    // For clients that resolve the path against the address of the reply.
    paths.set(`/${path}`, path);
  }
  return paths;
}

let paths: ReadonlyMap<string, string> | undefined;

/** The picture or video at a path of mock or server; undefined for a path that is not in the sample world. */
export function findMedia(path: string): Media | undefined {
  paths ??= listPaths();
  const known = paths.get(path);
  return known === undefined ? undefined : readMediaAt(known);
}
