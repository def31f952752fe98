import { readFileSync } from 'node:fs';
import { defaultWebsite } from '../../contracts/content/settings.ts';
import { world } from '../../contracts/world/index.ts';
import { sampleHosts, samplePath } from './address.ts';
import { drawPicture } from './draw.ts';

export interface Media {
  type: string;
  bytes: Buffer;
}

const readClip = (name: string) => readFileSync(new URL(name, import.meta.url));

/** How often the clip of 2 s plays in a stream, so that there is time to look at a player. */
const repetitions = 15;

/** @see RFC 8216 4; the clock of the clip starts again each time, which is a discontinuity. */
const playlist = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:2
#EXT-X-PLAYLIST-TYPE:VOD
${Array(repetitions).fill('#EXTINF:2.0,\nclip.ts\n').join('#EXT-X-DISCONTINUITY\n')}#EXT-X-ENDLIST
`;

const videos: Readonly<Record<string, () => Media>> = {
  mp4: () => ({ type: 'video/mp4', bytes: readClip('clip.mp4') }),
  m3u8: () => ({ type: 'application/vnd.apple.mpegurl', bytes: Buffer.from(playlist) }),
  ts: () => ({ type: 'video/mp2t', bytes: readClip('clip.mpegts') }),
};

/** The host of an address with a path alone: that of the pictures or of the videos, by its ending. */
const hostOf = (path: string) => (path.endsWith('.mp4') ? sampleHosts.videos : sampleHosts.pictures);

/** Every path that mock and server answer, with the path that is drawn there. */
function listPaths(): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const text = JSON.stringify([world, defaultWebsite]);
  for (const [, host, path = ''] of text.matchAll(/"https:\/\/((?:img|media)\.example\.com)\/([^"]+)"/g)) {
    paths.set(`${samplePath}/${host}/${path}`, path);
    // A playlist names its part by the last segment of the path.
    const part = path.replace(/[^/]+\.m3u8$/, 'clip.ts');
    paths.set(`${samplePath}/${host}/${part}`, part);
  }
  for (const [, path = ''] of text.matchAll(/"\/([^"]+\.(?:png|mp4))"/g)) {
    paths.set(`${samplePath}/${hostOf(path)}/${path}`, path);
    // Clients that resolve the path against the address of the reply look here.
    paths.set(`/${path}`, path);
  }
  return paths;
}

let paths: ReadonlyMap<string, string> | undefined;

/** The picture or video at a path of mock or server; undefined for a path that the sample world does not name. */
export function findMedia(path: string): Media | undefined {
  paths ??= listPaths();
  const drawn = paths.get(path);
  if (drawn === undefined) return undefined;
  const video = videos[drawn.slice(drawn.lastIndexOf('.') + 1)];
  return video ? video() : { type: 'image/png', bytes: drawPicture(drawn) };
}
