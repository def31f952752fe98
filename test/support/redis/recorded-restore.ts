import { type Answer, recordClient } from './recorded-client.ts';

/** A Redis with this mark and these keys. */
export function recordRestored(
  {
    keys = [],
    mark = '',
    readers = 0,
    answer = () => undefined,
  }: { keys?: string[]; mark?: string; readers?: number; answer?: Answer } = {},
  more: object = {},
) {
  const state = { mark };
  const recorded = recordClient((name, args) => {
    const own = answer(name, args);
    if (own !== undefined) return own;
    if (name === 'hget') return state.mark || null;
    if (name === 'markRestore') {
      if (state.mark !== args[1]) return 0;
      state.mark = String(args[2]);
      return 1;
    }
    if (name === 'pubsub') return ['content', readers];
    if (name === 'info') return 'run_id:r1';
    return name === 'scan' ? ['0', keys] : name === 'hscan' ? ['0', []] : name === 'hgetall' ? {} : 1;
  }, more);
  return { ...recorded, state };
}
