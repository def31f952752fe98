import { Histogram } from './histogram.ts';
import { exponential, type Random, randomFrom } from './random.ts';

/** A part that dies at a moment, in milliseconds after the bell, and is replaced. */
export interface Failure {
  part: 'master' | 'worker';
  atMs: number;
}

/** What is played. Times are in milliseconds; a core does one thing at a time. */
export interface Scenario {
  seed: number;
  /** New ballots in a second, for so long; they come independently of each other. */
  ballotsPerSecond: number;
  seconds: number;
  /** Cached reads in a second, on the same workers. */
  readsPerSecond: number;
  workers: number;
  masters: number;
  /** Hash slots that the ballots are spread over. */
  buckets: number;
  ballotMs: number;
  readMs: number;
  callMs: number;
  inCallMs: number;
  /** Between a worker and a master, one way. */
  hopMs: number;
  /** What an answer takes on a machine that is idle: the network, the kernel, the disk of the log. */
  baseMs: number;
  /** How many requests a worker takes in one turn of its event loop at most. */
  turnMost: number;
  /** How often a phone repeats a ballot that was not acknowledged, after 1 to 4 s each time. */
  repeats: number;
  failures: readonly Failure[];
  /** From the death of a master until a replica has its slots, and of a worker until another answers. */
  failoverMs: number;
  restartMs: number;
  /** What a master acknowledged in this time before its death has not reached its replica. */
  lagMs: number;
}

/** What came of it. `sent` is `counted` and `refused` and `unknown`: each ballot is one of these in the end. */
export interface Outcome {
  sent: number;
  /** Acknowledged; of these `lost` died with a master. */
  counted: number;
  lost: number;
  refused: number;
  unknown: number;
  /** Attempts that were refused, or got no answer, and were repeated. */
  repeated: number;
  /** From the arrival of an attempt to its acknowledgement. */
  answer: Histogram;
  /** From the first attempt of a ballot to its acknowledgement. */
  untilCounted: Histogram;
  /** At a worker, from the arrival to the turn. */
  wait: Histogram;
  /** Share of the cores that were busy while ballots came. */
  workersBusy: number;
  mastersBusy: number;
  /** Ballots in a call, mean. */
  batch: number;
  /** Ballots under way, mean over time, and how long that was. */
  underWay: number;
  endMs: number;
}

/** The server's own limits: server/README.md. */
const shedMs = 700;
const deadlineMs = 200;
const batchMost = 128;

interface Job {
  /** When the phone sent it for the first time, and this time. */
  firstMs: number;
  atMs: number;
  tries: number;
  /** -1: a read. */
  bucket: number;
}
interface Call {
  atMs: number;
  jobs: Job[];
  master: number;
}
interface Core {
  freeMs: number;
  busyMs: number;
  /** When it dies, and when it or another is back. */
  diesMs: number;
  backMs: number;
}
interface WorkerCore extends Core {
  /** From `head` on in the order of arrival; `arriving` of this slice are not yet in order. */
  queue: Job[];
  head: number;
  arriving: Job[];
  nextBallotMs: number;
  nextReadMs: number;
}

/** One run of the model: exact for each request, in slices of a millisecond. */
class Run {
  readonly #scenario: Scenario;
  readonly #random: Random;
  readonly #workers: WorkerCore[];
  readonly #masters: Core[];
  readonly #repeats = new Map<number, Job[]>();
  readonly #calls = new Map<number, Call[]>();
  readonly #leaves = new Map<number, number>();
  readonly #endOfBallotsMs: number;
  #open = 0;
  #entered = 0;
  #callCount = 0;
  #inCalls = 0;
  readonly outcome: Outcome = {
    ...{ sent: 0, counted: 0, lost: 0, refused: 0, unknown: 0, repeated: 0 },
    ...{ answer: new Histogram(), untilCounted: new Histogram(), wait: new Histogram() },
    ...{ workersBusy: 0, mastersBusy: 0, batch: 0, underWay: 0, endMs: 0 },
  };

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#random = randomFrom(scenario.seed);
    this.#endOfBallotsMs = scenario.seconds * 1_000;
    const { workers, masters, failures, failoverMs, restartMs } = scenario;
    // The nth failure of a kind is of the nth core.
    const core = (part: Failure['part'], index: number, backAfterMs: number): Core => {
      const diesMs = failures.filter((failure) => failure.part === part)[index]?.atMs ?? Number.POSITIVE_INFINITY;
      return { freeMs: 0, busyMs: 0, diesMs, backMs: diesMs + backAfterMs };
    };
    this.#masters = Array.from({ length: masters }, (_, index) => core('master', index, failoverMs));
    this.#workers = Array.from({ length: workers }, (_, index) => ({
      ...core('worker', index, restartMs),
      ...{ queue: [], head: 0, arriving: [] },
      nextBallotMs: exponential(this.#random, this.#perWorker(scenario.ballotsPerSecond)),
      nextReadMs: exponential(this.#random, this.#perWorker(scenario.readsPerSecond)),
    }));
  }

  #perWorker = (perSecond: number) => perSecond / 1_000 / this.#scenario.workers;

  run(): Outcome {
    const { outcome } = this;
    let underWay = 0;
    for (let slice = 0; slice < this.#endOfBallotsMs || this.#open > 0; slice++) {
      for (const worker of this.#workers) this.#arrive(worker, slice + 1);
      this.#arriveAgain(slice);
      for (const worker of this.#workers) this.#work(worker, slice + 1);
      const calls = this.#calls.get(slice)?.sort((a, b) => a.atMs - b.atMs) ?? [];
      for (const call of calls) this.#carryOut(call);
      this.#calls.delete(slice);
      underWay -= this.#leaves.get(slice) ?? 0;
      this.#leaves.delete(slice);
      underWay += this.#entered;
      this.#entered = 0;
      if (slice < this.#endOfBallotsMs) outcome.underWay += underWay / this.#endOfBallotsMs;
      outcome.endMs = slice + 1;
    }
    const busy = (cores: readonly Core[]) =>
      cores.reduce((sum, { busyMs }) => sum + busyMs, 0) / cores.length / this.#endOfBallotsMs;
    outcome.workersBusy = busy(this.#workers);
    outcome.mastersBusy = busy(this.#masters);
    outcome.batch = this.#callCount === 0 ? 0 : this.#inCalls / this.#callCount;
    return outcome;
  }

  /** The primary gives no connection to a worker that is dead. */
  #join(worker: WorkerCore, job: Job): void {
    const isDead = job.atMs >= worker.diesMs && job.atMs < worker.backMs;
    const [next = worker] = isDead ? this.#workers.filter((other) => other !== worker) : [];
    (isDead ? next : worker).arriving.push(job);
    if (job.bucket >= 0) this.#entered++;
  }

  #arrive(worker: WorkerCore, untilMs: number): void {
    const { ballotsPerSecond, readsPerSecond, buckets } = this.#scenario;
    for (; worker.nextBallotMs < Math.min(untilMs, this.#endOfBallotsMs); this.#open++, this.outcome.sent++) {
      const atMs = worker.nextBallotMs;
      this.#join(worker, { firstMs: atMs, atMs, tries: 0, bucket: Math.floor(this.#random() * buckets) });
      worker.nextBallotMs += exponential(this.#random, this.#perWorker(ballotsPerSecond));
    }
    while (worker.nextReadMs < untilMs) {
      this.#join(worker, { firstMs: 0, atMs: worker.nextReadMs, tries: 0, bucket: -1 });
      worker.nextReadMs += exponential(this.#random, this.#perWorker(readsPerSecond));
    }
  }

  #arriveAgain(slice: number): void {
    const jobs = this.#repeats.get(slice);
    if (!jobs) return;
    this.#repeats.delete(slice);
    for (const job of jobs) {
      const worker = this.#workers[Math.floor(this.#random() * this.#workers.length)];
      if (worker) this.#join(worker, job);
    }
  }

  /** Plays the turns of a worker that begin before the time. */
  #work(worker: WorkerCore, untilMs: number): void {
    const { turnMost, ballotMs, readMs } = this.#scenario;
    for (const job of worker.arriving.sort((a, b) => a.atMs - b.atMs)) worker.queue.push(job);
    worker.arriving = [];
    for (;;) {
      const first = worker.queue[worker.head];
      if (!first) break;
      let startMs = Math.max(worker.freeMs, first.atMs);
      if (startMs >= worker.diesMs && startMs < worker.backMs) startMs = worker.backMs;
      if (startMs >= untilMs) break;
      let endMs = startMs;
      const taken: Job[] = [];
      for (let many = 0; many < turnMost; many++, worker.head++) {
        const job = worker.queue[worker.head];
        if (!job || job.atMs > startMs) break;
        const isLate = startMs - job.atMs > shedMs;
        // Refusing costs about half as much as counting.
        endMs += job.bucket < 0 ? readMs : isLate ? ballotMs / 2 : ballotMs;
        if (job.bucket < 0) continue;
        this.outcome.wait.add(startMs - job.atMs);
        if (isLate) this.#failed(job, endMs, 'refused');
        else taken.push(job);
      }
      if (startMs < this.#endOfBallotsMs) worker.busyMs += Math.min(endMs, this.#endOfBallotsMs) - startMs;
      worker.freeMs = endMs;
      if (startMs < worker.diesMs && endMs >= worker.diesMs)
        for (const job of taken) this.#failed(job, worker.diesMs, 'unknown');
      else this.#send(taken, endMs);
    }
    if (worker.head > 1_000 && worker.head * 2 > worker.queue.length) {
      worker.queue.splice(0, worker.head);
      worker.head = 0;
    }
  }

  /** Ballots of one turn and one bucket share a call. */
  #send(jobs: readonly Job[], nowMs: number): void {
    const { hopMs, masters } = this.#scenario;
    const groups = new Map<number, Job[]>();
    for (const job of jobs) {
      const group = groups.get(job.bucket);
      if (group && group.length < batchMost) group.push(job);
      else {
        const atMs = nowMs + hopMs;
        const opened = [job];
        groups.set(job.bucket, opened);
        const slice = Math.floor(atMs);
        const calls = this.#calls.get(slice) ?? [];
        calls.push({ atMs, jobs: opened, master: job.bucket % masters });
        this.#calls.set(slice, calls);
      }
    }
  }

  #carryOut({ atMs, jobs, master }: Call): void {
    const { callMs, inCallMs, hopMs, lagMs, baseMs } = this.#scenario;
    const core = this.#masters[master] as Core;
    const backMs = atMs + hopMs;
    if (atMs >= core.diesMs && atMs < core.backMs) {
      this.#failedAll(jobs, backMs, 'refused');
      return;
    }
    if (atMs >= core.backMs && core.freeMs < core.backMs) core.freeMs = core.backMs;
    const startMs = Math.max(core.freeMs, atMs);
    const isLate = startMs - atMs > deadlineMs;
    const endMs = startMs + callMs + (isLate ? 0 : inCallMs * jobs.length);
    if (atMs < core.diesMs && endMs >= core.diesMs) {
      this.#failedAll(jobs, core.diesMs, 'unknown');
      return;
    }
    if (startMs < this.#endOfBallotsMs) core.busyMs += Math.min(endMs, this.#endOfBallotsMs) - startMs;
    core.freeMs = endMs;
    if (isLate) {
      this.#failedAll(jobs, endMs + hopMs, 'refused');
      return;
    }
    this.#callCount++;
    this.#inCalls += jobs.length;
    for (const job of jobs) {
      this.outcome.counted++;
      if (endMs < core.diesMs && core.diesMs - endMs < lagMs) this.outcome.lost++;
      this.outcome.answer.add(baseMs + endMs + hopMs - job.atMs);
      this.outcome.untilCounted.add(baseMs + endMs + hopMs - job.firstMs);
      this.#open--;
      this.#leave(endMs + hopMs);
    }
  }

  #leave(atMs: number): void {
    const slice = Math.floor(atMs);
    this.#leaves.set(slice, (this.#leaves.get(slice) ?? 0) + 1);
  }

  #failedAll(jobs: readonly Job[], atMs: number, how: 'refused' | 'unknown'): void {
    for (const job of jobs) this.#failed(job, atMs, how);
  }

  /** The phone repeats it, or gives up. */
  #failed(job: Job, atMs: number, how: 'refused' | 'unknown'): void {
    this.#leave(atMs);
    if (job.tries === this.#scenario.repeats) {
      this.outcome[how]++;
      this.#open--;
      return;
    }
    this.outcome.repeated++;
    const againMs = atMs + 1_000 + 3_000 * this.#random();
    const slice = Math.floor(againMs);
    const jobs = this.#repeats.get(slice) ?? [];
    jobs.push({ ...job, atMs: againMs, tries: job.tries + 1 });
    this.#repeats.set(slice, jobs);
  }
}

/** Plays a scenario; the same seed gives the same outcome. */
export const simulate = (scenario: Scenario): Outcome => new Run(scenario).run();
