/** Mock and server have `https://<host>/<path>` of the sample world at `/sample/<host>/<path>`. */
export const samplePath = '/sample';

/** The hosts that pictures and videos of the sample world name; nothing answers there. */
export const sampleHosts = { pictures: 'img.example.com', videos: 'media.example.com' };

const address = new RegExp(`https://(${Object.values(sampleHosts).join('|').replaceAll('.', '\\.')})/`, 'g');

/**
 * Leads the addresses of pictures and videos in a text, such as JSON, to a mock or a server.
 *
 * @param base of the mock or the server, without a trailing slash.
 */
export const withOwnMedia = (text: string, base: string): string =>
  text.replace(address, (_, host) => `${base}${samplePath}/${host}/`);
