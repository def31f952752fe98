import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { audit } from '../../../server/content/audit.ts';
import type { Store } from '../../../server/store/index.ts';

export interface Figures {
  records: number;
  bytes: number;
  stored: number;
}

/** What a made-up Redis has: records as JSON by collection and key, in portions, and what is wrong beside them. */
export interface Contents {
  portions?: Partial<Record<CollectionName, [key: string, json: string][][]>>;
  exist?: readonly string[];
  otherTypes?: { key: string; says: string; collection?: CollectionName; repaired: boolean }[];
  generations?: { where: string; says: string; repaired: boolean }[];
  exists?: boolean;
  unnamed?: Partial<Record<CollectionName, string[]>>;
  missing?: Partial<Record<CollectionName, { key: string; list: string }[]>>;
  members?: Partial<Record<CollectionName, number>>;
  figures?: Partial<Record<CollectionName, Figures>>;
  isCurrent?: () => boolean;
  tallies?: object[];
  fault?: string;
}

const bytesOf = (portions: [string, string][][]) =>
  portions.flat().reduce((sum, [, json]) => sum + Buffer.byteLength(json), 0);

/** Audits a made-up store: what is found, and what the store was asked. */
export async function audited(contents: Contents, options: Parameters<typeof audit>[1] = {}) {
  const asked: unknown[] = [];
  const portionsOf = (name: CollectionName) => contents.portions?.[name] ?? [];
  const inspection = {
    generations: async (repair: boolean) => {
      asked.push(['generations', repair]);
      return contents.generations ?? [];
    },
    exists: async () => contents.exists ?? true,
    async *records(name: CollectionName, portion: number) {
      if (portionsOf(name).length > 0) asked.push(['records', name, portion]);
      yield* portionsOf(name);
    },
    unnamedLists: async (name: CollectionName, _: unknown, add: boolean) => {
      asked.push(['lists', name, add]);
      return contents.unnamed?.[name] ?? [];
    },
    missingMembers: async (name: CollectionName, found: readonly { key: string }[], add: boolean) => {
      asked.push(['members', name, found.map(({ key }) => key), add]);
      return contents.missing?.[name] ?? [];
    },
    membersOf: (_: CollectionName, found: readonly unknown[]) => 2 * found.length,
    memberCount: async (name: CollectionName) => contents.members?.[name] ?? 2 * portionsOf(name).flat().length,
    async *strayMembers(name: CollectionName, repair: boolean) {
      asked.push(['stray', name, repair]);
      yield { group: 'statid', key: '77', why: 'is wrongly in' };
    },
    figures: async (name: CollectionName) => {
      const count = portionsOf(name).flat().length;
      return contents.figures?.[name] ?? { records: count, stored: count, bytes: bytesOf(portionsOf(name)) };
    },
    setFigures: async (...figures: unknown[]) => void asked.push(['set', ...figures]),
    isCurrent: async () => contents.isCurrent?.() ?? true,
  };
  const exist = async (collection: CollectionName, ids: readonly number[]) => {
    asked.push(['exist', collection, ids]);
    return ids.map((id) => contents.exist?.includes(`${collection} ${id}`) ?? false);
  };
  const inspect = {
    exclusively: async (locked: boolean, action: (types: unknown, open: unknown) => Promise<void>) => {
      asked.push(['locked', locked]);
      await action(contents.otherTypes ?? [], async () => inspection);
    },
    async *tallies(repair: boolean, onFault: (where: string, fault: Error) => void) {
      asked.push(['tallies', repair]);
      if (contents.fault) onFault('88001:0 votes', new Error(contents.fault));
      yield* contents.tallies ?? [];
    },
  };
  const { findings, looked } = await audit(
    { content: { inspect, raw: () => ({ exist }) } } as unknown as Store,
    options,
  );
  const lines = findings.map(({ kind, level, where, says, repaired }) => {
    return `${level} ${kind} ${where} ${says}${repaired ? ' (repaired)' : ''}`;
  });
  return { lines, looked, asked };
}
