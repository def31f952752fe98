import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { slotOf, tagEndings } from '../../../server/store/redis/slots.ts';

describe('slotOf', () => {
  it('agrees with CLUSTER KEYSLOT of Redis', () => {
    for (const [key, slot] of Object.entries({
      ...{ '': 0, a: 15_495, é: 10_180, '123456789': 12_739 },
      ...{ '{a}b': 15_495, 'x{a}{b}': 15_495, '}a{a}': 15_495, '{{a}': 10_276 },
      ...{ 'a}{b}': 3_300, 'a}b': 7_866 },
      ...{ '{}': 15_257, '{a': 10_276, '}{a': 12_925, 'foo{}{bar}': 8_363 },
    })) {
      expect(slotOf(key), key).to.equal(slot);
    }
    // Of so many keys that each step of the checksum is among them.
    const slots = Array.from({ length: 1_000 }, (_, n) => slotOf(`key-${n}`)).join();
    expect(createHash('sha1').update(slots).digest('hex')).to.equal('13f65219c6ba06010c9f6a0fcfa01e0efcac3cba');
  });

  it('has a fixed tag ending for each of 256 buckets', () => {
    expect(tagEndings.slice(0, 6)).to.deep.equal(['05cc', '0bku', '056i', '0bzw', '01on', '0fgx']);
    expect(Object.keys(tagEndings)).to.have.length(256);
    const digest = createHash('sha1').update(tagEndings.join()).digest('hex');
    expect(digest).to.equal('77f27f6e586ac1dc15f5b78fdb916b1c627e32f2');
  });
});
