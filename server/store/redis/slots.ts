/** CRC-16/XMODEM. */
function checksum(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc;
}

/**
 * The Cluster slot of a key: the slot of its first hash tag, if it has one.
 *
 * Not `cluster-key-slot`, which ignores the rule for empty tags. The keys of this store have no empty tag, so ioredis, which
 * uses that package, sends their commands to the same node.
 *
 * @see Redis Cluster specification, hash tags
 */
export function slotOf(key: string): number {
  const open = key.indexOf('{');
  const close = open < 0 ? -1 : key.indexOf('}', open + 1);
  return checksum(close > open + 1 ? key.slice(open + 1, close) : key) % 16_384;
}

/**
 * By bucket, the end of the hash tag of its keys. With plain numbers, one of three masters would always get half of the
 * buckets of a fight, since a master of a Cluster owns a range of slots.
 *
 * The checksum is linear: after any common prefix, the slots of two endings differ by the same bits as the slots of the
 * endings alone. These are multiples of 64 in bit-reversed order (0, 128, 64, 192, …), so the first n buckets of every
 * fight are spread evenly over all slots. Stored votes depend on the endings: never change one.
 */
const endings =
  '05cc0bku056i0bzw01on0fgx09wt0f2r0hdk07ee0h1a070o09b603ih09s403xj045j0cyt0aj00chv009g0g1q00lm0omc0i2b' +
  '063l0anp06ff08p70g5108a502jk0bje05bs07q7057y03l809gf0392092l07du05f307uw053903hx0liv03yz0d5d06r4044z' +
  '06c604ap0g0a008w0gek08de06vt04t206gv04e002zy0e6g0oh30ecm012m0n3c01gg0foq05zh0b6v05kj0jjd0dxu034k0diw' +
  '03aa0h9h078f0hlb07ml00dd0glr001n0g9x04hi0kig04yk0c5u0ejt02bb0m6f027h0afy06no0a3s0c1503u301wu03d101fw' +
  '0b7f0hx00bbl05jz03qs01s50nc901b7079v0h8x0jo40hmr02g200et022800tv0cao04iy0c4e0p4302cr00a4026x00p60kl7' +
  '04m90r25048309f203ml0938038f0qkg07aa0h5e074k01kj0njd01zh0f6v05gg0boq052m0j3c08t30g1508e102no0i6f067h' +
  '0ajt06bb00yk0g5u00hi0oig041n0c9x04dd0clr0no40ddj039v0duh0jc905b707qs05s50fbl01jz0f7f096h07d105fw07u3' +
  '05wu0v2500830ol700m9066x04p606cr04a40g4e085k0gao00iy062804tv06g204et0hyd07xj0hhf07ih0d8y030o0dms03ee' +
  '16960b2r05on0bgx016i0fzw01cc0fku0ike06jk0a7w0c5108m802ff0882023l04lm0kmc049g0c1q08ix0ghv005j0gyt07yz' +
  '0hxt07hx0hiv03uw013903du01f307920q3407l80hm603q7017y0fje01bs0kh30acm06zy0a6g02gv00e002vt00t20cek0in5' +
  '0c0a048w02c600ap02r4004z';
export const tagEndings: readonly string[] = endings.match(/.{4}/g) ?? [];
