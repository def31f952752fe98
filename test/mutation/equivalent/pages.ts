import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/streams/topic.ts',
    from: '  #version = -1;',
    to: '  #version = -2;',
    reason: 'it is only asked once something was read, which sets it',
  },
  {
    file: 'server/streams/topic.ts',
    from: '      this.#version = -1;',
    to: '      this.#version = -2;',
    reason: 'the next read begins at once and sets it',
  },
  {
    file: 'server/streams/topic.ts',
    from: '#announcedMs = 0;',
    to: '#announcedMs = 1;',
    reason: 'only a process that is younger than 150 milliseconds could tell, and it has no readers yet',
  },
  {
    file: 'server/streams/topic.ts',
    from: 'isSameState(this.#latest, event)) return;',
    to: 'isSameState(event, this.#latest)) return;',
    reason: 'two states are the same either way',
  },
  {
    file: 'server/streams/topic.ts',
    from: 'this.#dueMs <= dueMs',
    to: 'this.#dueMs < dueMs',
    reason: 'a read that is due at the same moment is then scheduled for that moment again',
  },
  {
    file: 'server/streams/stream-coding.ts',
    from: 'multiply(power, square)',
    to: 'multiply(square, power)',
    reason: 'a product is the same either way',
  },
  {
    file: 'server/streams/stream-coding.ts',
    from: 'multiply(this.#crc, part.power)',
    to: 'multiply(part.power, this.#crc)',
    reason: 'a product is the same either way',
  },
  {
    file: 'server/streams/stream-coding.ts',
    from: 'multiply(this.#crc, powerOf(bytes.length))',
    to: 'multiply(powerOf(bytes.length), this.#crc)',
    reason: 'a product is the same either way',
  },
  {
    file: 'server/streams/streams.ts',
    from: 'const count = this.#countByAddress.get(address) ?? 0;',
    to: 'const count = this.#countByAddress.get(address) ?? 1;',
    reason: 'each stream that ends was counted, so that there is a count',
  },
  {
    file: 'server/pages/board/board.js',
    from: "  fight: '',",
    to: "  fight: 'x',",
    reason: 'neither is the key of a fight, and no route is followed yet that the first comparison could close',
  },
  {
    file: 'server/pages/board/board.js',
    from: '  counts: 0,\n  /** @type {any[]} */',
    to: '  counts: 1,\n  /** @type {any[]} */',
    reason: 'each event that is followed begins with 0',
  },
  {
    file: 'server/pages/board/board.js',
    from: "hasBegun}` : '';",
    to: "hasBegun}` : 'x';",
    reason: 'neither is the key of a fight',
  },
  {
    file: 'server/pages/board/follow.js',
    from: 'let turn = 0;',
    to: 'let turn = 1;',
    reason: 'only whether it is still the same is asked',
  },
  {
    file: 'server/pages/board/follow.js',
    from: 'turn++;',
    to: 'turn--;',
    reason: 'only whether it is still the same is asked',
  },
  {
    file: 'server/pages/board/words.js',
    from: "[asked ?? '', ",
    to: "[asked ?? 'x', ",
    reason: 'neither is a language that the page has',
  },
  {
    file: 'server/streams/stream-coding.ts',
    from: '^ part.crc) >>> 0',
    to: '^ part.crc) << 0',
    reason: 'the same 32 bits; only the last checksum is written as a number',
  },
];
