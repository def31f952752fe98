import { createHash } from 'node:crypto';

const checksum = (text: string) => createHash('sha256').update(text).digest('hex');

/** A snapshot that tells whether it is whole: every part names the sequence number, and a checksum covers them. */
export function checked(eventId: number, sequence: number) {
  const Venue = `Arena ${sequence} ${'x'.repeat(2_000)}`;
  const City = `City ${sequence} ${'y'.repeat(2_000)}`;
  return { sequence, FMLiveFeed: { EventID: String(eventId), Venue, City, Country: checksum(Venue + City) } };
}

/** The sequence number of a document; 0 when it is torn. */
export function sequenceOf(text: string): number {
  const { Venue, City, Country } = JSON.parse(text).FMLiveFeed as Record<'Venue' | 'City' | 'Country', string>;
  return checksum(Venue + City) === Country ? Number(/^Arena (\d+) /.exec(Venue)?.[1]) : 0;
}

/** What a row of documents shows of a reader. */
export class Judge {
  reads = 0;
  torn = 0;
  backwards = 0;

  reader(): (sequence: number) => void {
    let before = 0;
    return (sequence) => {
      this.reads++;
      if (sequence === 0) this.torn++;
      else if (sequence < before) this.backwards++;
      else before = sequence;
    };
  }
}
