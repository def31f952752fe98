/** Live feeds and content: every reply is of one write, not older than promised, and never older than the one before. */
import type { DocumentRead, Excuse, FinalState, Operation, Span, StreamEvent, Write } from '../history/operations.ts';
import type { Anomaly } from './anomaly.ts';
import type { Judged } from './fates.ts';

/** The writes of one document, in the order in which its only writer sent them. */
class Writes {
  readonly #all: readonly Judged[];
  readonly #byValue = new Map<string, number[]>();
  /** By position: when a later write was acknowledged first. */
  readonly #replacedMs: number[] = [];

  constructor(all: readonly Judged[]) {
    this.#all = all;
    let replacedMs = Number.POSITIVE_INFINITY;
    for (let at = all.length - 1; at >= 0; at--) {
      const { write, fate } = all[at] as Judged;
      this.#replacedMs[at] = replacedMs;
      if (fate === 'counted') replacedMs = Math.min(replacedMs, write.completedMs);
    }
    for (const [at, { write }] of all.entries()) {
      const positions = this.#byValue.get(write.value);
      if (positions) positions.push(at);
      else this.#byValue.set(write.value, [at]);
    }
  }

  /** The last writes that were sent before a moment. */
  before(ms: number): Write[] {
    const end = this.#all.findLastIndex(({ write }) => write.invokedMs <= ms) + 1;
    return this.#all.slice(Math.max(0, end - 20), end).map(({ write }) => write);
  }

  /** Positions of the writes that a reader could have seen by a moment. */
  seenBy(value: string, ms: number): number[] {
    const positions = this.#byValue.get(value) ?? [];
    return positions.filter((at) => {
      const { write, fate } = this.#all[at] as Judged;
      return fate !== 'refused' && write.invokedMs <= ms;
    });
  }

  /** Whether a write of this value was answered as refused. */
  isRefused(value: string): boolean {
    return (this.#byValue.get(value) ?? []).some((at) => this.#all[at]?.fate === 'refused');
  }

  /** Whether a later write had been acknowledged by then. Content has no deadline, so a write without an answer may come late. */
  isReplaced(at: number, ms: number): boolean {
    const { write, fate } = this.#all[at] as Judged;
    const mayComeLate = fate === 'unknown' && write.kind !== 'update';
    return !mayComeLate && (this.#replacedMs[at] as number) < ms;
  }

  mayComeLate(at: number): boolean {
    const { write, fate } = this.#all[at] as Judged;
    return fate === 'unknown' && write.kind !== 'update';
  }
}

/** What a reader has seen so far on one connection. */
type Position = { at: number; read: DocumentRead | StreamEvent };

export class DocumentChecks {
  readonly #writes = new Map<string, Writes>();
  readonly #seen = new Map<string, Position>();

  readonly #failovers: readonly Span[];

  /** @param mayLose a failover may also undo what a reader has seen. */
  constructor(registers: ReadonlyMap<string, readonly Judged[]>, mayLose: readonly Excuse[]) {
    this.#failovers = mayLose.filter(({ what }) => what === 'writes');
    for (const [register, writes] of registers) {
      if (writes[0]?.write.countedIn === null) this.#writes.set(register, new Writes(writes));
    }
  }

  /** @param allowedMs how old a reply may be that is not marked stale. */
  checkAll(operations: readonly Operation[], allowedMs: number): Anomaly[] {
    return operations.flatMap((one) => {
      if (one.kind === 'live' || one.kind === 'content') {
        const fromMs = one.invokedMs - allowedMs - (one.staleMs ?? 0);
        return one.values ? this.#check(one, one.values, fromMs, `${one.lane} ${one.connection} ${one.path}`) : [];
      }
      // A resumed stream begins with what was missed, however old.
      if (one.kind !== 'event') return [];
      const stream = `stream ${one.lane}`;
      if (one.isFirst) this.#seen.delete(`${stream} ${one.register}`);
      return this.#check(one, one.values, Number.NEGATIVE_INFINITY, stream);
    });
  }

  /** What the reader has seen that still binds the next reply. */
  #seenBefore(reader: string, ms: number): Position | undefined {
    const before = this.#seen.get(reader);
    const isUndone =
      before && this.#failovers.some(({ fromMs, toMs }) => fromMs <= ms && toMs >= before.read.invokedMs);
    return isUndone ? undefined : before;
  }

  #check(read: DocumentRead | StreamEvent, values: string[], fromMs: number, reader: string): Anomaly[] {
    const { register, completedMs } = read;
    const [value = ''] = values;
    const writes = this.#writes.get(register) ?? new Writes([]);
    const around = () => [...writes.before(completedMs), read];
    if (new Set(values).size > 1) {
      return [
        {
          kind: 'torn',
          says: `one reply of ${register} has parts of ${[...new Set(values)].join(' and ')}`,
          operations: around(),
        },
      ];
    }
    const possible = writes.seenBy(value, completedMs);
    if (possible.length === 0) {
      if (writes.isRefused(value)) {
        return [
          { kind: 'refused but counted', says: `${register} shows ${value}, which was refused`, operations: around() },
        ];
      }
      return [{ kind: 'phantom', says: `${register} shows ${value}, which nobody wrote before`, operations: around() }];
    }
    const recent = possible.filter((at) => !writes.isReplaced(at, fromMs));
    if (recent.length === 0) {
      const says = `${register} shows ${value}, though a later write was acknowledged before ${Math.round(fromMs)} ms`;
      return [{ kind: 'too old', says, operations: around() }];
    }
    const before = this.#seenBefore(`${reader} ${register}`, completedMs);
    const next = recent.find((at) => at >= (before?.at ?? 0));
    if (next !== undefined) {
      if (!writes.mayComeLate(next)) this.#seen.set(`${reader} ${register}`, { at: next, read });
      return [];
    }
    if (recent.some((at) => writes.mayComeLate(at))) return [];
    const says = `${register} shows ${value} to ${reader}, after it showed a later write`;
    return [{ kind: 'backwards', says, operations: [...(before ? [before.read] : []), read] }];
  }
}

/** Streams of a feed have every version once, also over a reconnection. */
export function checkStreams(operations: readonly Operation[]): Anomaly[] {
  const last = new Map<string, StreamEvent>();
  return operations.flatMap((event): Anomaly[] => {
    if (event.kind !== 'event') return [];
    const stream = `${event.lane} ${event.register}`;
    const before = last.get(stream);
    last.set(stream, event);
    if (!before || event.isFirst || event.eventId === before.eventId + 1) return [];
    const isRepeat = event.eventId <= before.eventId;
    const says = `the stream ${stream} has event ${event.eventId} after ${before.eventId}`;
    return [{ kind: isRepeat ? 'backwards' : 'gap', says, operations: [before, event] }];
  });
}

/** Every snapshot is applied once. */
export function checkVersions(registers: ReadonlyMap<string, readonly Judged[]>, final: FinalState): Anomaly[] {
  return Object.entries(final.versions).flatMap(([register, version]): Anomaly[] => {
    const writes = (registers.get(register) ?? []).filter(({ fate }) => fate !== 'refused');
    const sure = new Set(
      writes.filter(({ write, fate }) => fate === 'counted' && write.applied).map(({ write }) => write.value),
    );
    const possible = new Set(writes.map(({ write }) => write.value));
    const operations = writes.map(({ write }) => write);
    const changes = new Map<string, number>();
    for (const { write } of writes) if (write.applied) changes.set(write.value, (changes.get(write.value) ?? 0) + 1);
    const twice = [...changes].filter(([, times]) => times > 1).map(([value]) => value);
    if (twice.length > 0)
      return [{ kind: 'doubled', says: `${register}: ${twice.join()} was applied twice`, operations }];
    if (version > possible.size) {
      return [
        {
          kind: 'doubled',
          says: `${register} changed ${version} times, by at most ${possible.size} snapshots`,
          operations,
        },
      ];
    }
    if (version >= sure.size) return [];
    return [
      {
        kind: 'lost',
        says: `${register} changed ${version} times, and ${sure.size} snapshots were applied`,
        operations,
      },
    ];
  });
}
