/** Pictures and videos of the sample world. */
import type { PlantedFault } from './fault.ts';

const hosts = 'test/provider/sample-media.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a picture has a wrong checksum',
    file: 'contracts/sample-media/canvas.ts',
    from: 'return ~crc >>> 0;',
    to: 'return crc >>> 0;',
    test: hosts,
  },
  {
    title: 'the paths without a host are not answered',
    file: 'contracts/sample-media/library.ts',
    from: 'paths.set(`/',
    to: 'paths.set(`/none/',
    test: hosts,
  },
  {
    title: 'a part of a video lacks its last byte',
    file: 'contracts/http/byte-range.ts',
    from: 'Math.min(Number(last) + 1, size)',
    to: 'Math.min(Number(last), size)',
    test: hosts,
  },
  {
    title: 'a server without the sample serves its pictures',
    file: 'server/processes/start.ts',
    from: "const servesSample = !values['no-sample'] && !config.production;",
    to: "const servesSample = !values['no-sample'];",
    test: 'test/server/processes/sample-pictures.test.ts',
  },
  {
    title: 'the workers of a server do not serve the pictures of the sample',
    file: 'server/processes/serve.ts',
    from: "...(servesSample && { [sampleVariable]: '1' }),",
    to: '',
    test: 'test/server/processes/sample-pictures.test.ts',
  },
  {
    title: 'the addresses of videos stay as in the contracts with --pictures',
    file: 'contracts/sample-media/address.ts',
    from: "Object.values(sampleHosts).join('|')",
    to: 'sampleHosts.pictures',
    test: 'test/mock/pictures.test.ts',
  },
  {
    title: 'the packed mock has no videos',
    file: 'scripts/pack/package.ts',
    from: "  ...['contracts/sample-media/clip.mp4', 'contracts/sample-media/clip.mpegts'],\n",
    to: '',
    test: 'test/mock/pack.test.ts',
  },
];
