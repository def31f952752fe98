/** What keeps the memory of what has left, trusts a connection whose replies are shifted, or needs Redis too early. */
import type { PlantedFault } from './fault.ts';

const test = 'test/server/limits/collections.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a removed member leads to those after it',
    file: 'server/limits/linked-list.ts',
    from: 'link.after = undefined;',
    to: '',
    test,
  },
  {
    title: 'the last member that is removed stays the last',
    file: 'server/limits/linked-list.ts',
    from: 'else this.#last = before;',
    to: 'else if (before) this.#last = before;',
    test,
  },
  {
    title: 'a map is never renewed',
    file: 'server/limits/renewed-map.ts',
    from: 'this.#map = new Map(this.#map);',
    to: '',
    test,
  },
  {
    title: 'a map that is renewed is empty',
    file: 'server/limits/renewed-map.ts',
    from: 'this.#map = new Map(this.#map);',
    to: 'this.#map = new Map();',
    test,
  },
  {
    title: 'a connection goes on after a reply that nobody asked for',
    file: 'server/store/redis/connection/unasked-reply.ts',
    from: 'if (isUnasked) this.redis.stream.destroy();',
    to: '',
    test: 'test/server/store/hostile-redis.test.ts',
  },
  {
    title: 'an unasked reply of nil ends the process',
    file: 'server/store/redis/connection/unasked-reply.ts',
    from: "reply ?? 'nil'",
    to: 'reply',
    test: 'test/server/store/hostile-redis.test.ts',
  },
  {
    title: 'a start ends when Redis goes away before the workers have started',
    file: 'server/processes/worker.ts',
    from: 'mayBeAway: true,',
    to: 'mayBeAway: !isFirst,',
    test: 'test/server/processes/lost-midway.test.ts',
  },
  {
    title: 'the batches of a turn are kept by those of the next',
    file: 'server/store/ballots/batches.ts',
    from: 'this.#open = new Map();',
    to: 'this.#open.clear();',
    test,
  },
  {
    title: 'the loads in progress are in a map that keeps them',
    file: 'server/cache/tagged-cache.ts',
    from: '#latestLoads = new RenewedMap<string, Load<V>>();',
    to: '#latestLoads = new Map<string, Load<V>>();',
    test,
  },
  {
    title: 'a reply of Redis that came while the process stood still is thrown away',
    file: 'server/store/redis/reply-timeout.ts',
    from: 'setImmediate(() => setImmediate(callback));',
    to: 'callback();',
    test: 'test/server/store/stalls.test.ts',
  },
  {
    title: 'a stall of the whole machine uses up the time that Redis has',
    file: 'server/store/redis/reply-timeout.ts',
    from: 'let isSecond = false;',
    to: 'let isSecond = true;',
    test: 'test/server/store/stalls.test.ts',
  },
  {
    title: 'a connection is closed although its data came while the process stood still',
    file: 'server/store/redis/connection/timeouts.ts',
    from: 'if (this.socketTimeoutTimer !== timer) return;',
    to: '',
    test: 'test/server/store/stalls.test.ts',
  },
  {
    title: 'a script without a reply in time is counted as one that was answered',
    file: 'server/store/redis/scripts.ts',
    from: 'command.isOverdue = true;',
    to: '',
    test: 'test/server/monitoring/redis-metrics.test.ts',
  },
];
