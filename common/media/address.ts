/** Mock and server have `https://<host>/<path>` of the sample world at `/sample/<host>/<path>`. */
export const samplePath = '/sample';

/** The hosts in the URLs of the sample world's pictures and videos. They do not exist. */
export const sampleHosts = { pictures: 'img.example.com', videos: 'media.example.com' };

const address = new RegExp(`https://(${Object.values(sampleHosts).join('|').replaceAll('.', '\\.')})/`, 'g');

/**
 * Replaces the hosts of pictures and videos in a text, such as JSON, by a mock or a server.
 *
 * @param base of the mock or the server, without a trailing slash.
 */
export const withOwnMedia = (text: string, base: string): string =>
  text.replace(address, (_, host) => `${base}${samplePath}/${host}/`);
