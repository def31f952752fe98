import { audit } from '../../../server/content/audit.ts';
import { allBuckets } from '../../../server/store/ballots/buckets.ts';
import { keys } from '../../../server/store/keys.ts';
import { buckets, readScores, readVotes } from '../../../test/support/redis/ballots.ts';
import { openStore } from '../../../test/support/redis/redis.ts';
import { scoreCount, scoreRegister, voteCount, votedFight, voteRegister } from '../clients/ballots.ts';
import { contentRegister, feedRegister, feeds } from '../clients/documents.ts';
import type { FinalState } from '../history/operations.ts';

const { fightId, rounds, fighters } = votedFight;

/** Reads what is stored: every vote and scorecard by itself, the counts, the feeds, the content. */
export async function readFinalState(url: string): Promise<FinalState> {
  const { store, connections, close } = await openStore(url);
  const final: FinalState = { registers: {}, counts: {}, versions: {}, findings: [] };
  try {
    for (const round of rounds) {
      for (const bucket of allBuckets(buckets)) {
        const own = keys.bucket(fightId, bucket);
        const [votes, scores] = await Promise.all([
          connections.reads.hgetall(own.votes(round)),
          connections.reads.hgetall(own.scores(round)),
        ]);
        for (const [client, vote] of Object.entries(votes)) {
          final.registers[voteRegister(round, client)] = vote.split('|')[0] ?? '';
        }
        for (const [client, scorecard] of Object.entries(scores)) {
          final.registers[scoreRegister(round, client)] = scorecard;
        }
      }
    }
    const [[tally], [sums]] = await Promise.all([readVotes(store, [fightId]), readScores(store, [fightId])]);
    for (const round of rounds) {
      for (const fighter of fighters) final.counts[voteCount(round, fighter)] = tally?.get(round)?.get(fighter) ?? 0;
      final.counts[scoreCount(round)] = sums?.get(round)?.count ?? 0;
    }
    for (const event of feeds) {
      const state = await store.live.event(event);
      final.registers[feedRegister(event)] = state?.feed?.FMLiveFeed.Venue.replace('Arena ', '') ?? '';
      final.versions[feedRegister(event)] = state?.version ?? 0;
    }
    const article = await store.content.get('news', 90206);
    final.registers[contentRegister] = JSON.stringify(article ?? null).match(/Arena (\d+)/)?.[1] ?? '';
    const { findings } = await audit(store);
    final.findings = findings.filter(({ level }) => level === 'error').map(({ where, says }) => `${where} ${says}`);
    return final;
  } finally {
    close();
  }
}
