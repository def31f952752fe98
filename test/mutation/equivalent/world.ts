import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/world/night/judges.ts',
    from: 'forBlue > forRed',
    to: 'forBlue >= forRed',
    reason: 'of three judges at least two are for the winner, so the two numbers differ',
  },
  {
    file: 'contracts/world/night/night.ts',
    from: 'atMs <= endMs',
    to: 'atMs < endMs',
    reason: 'the end is added to the set of moments anyway',
  },
  {
    file: 'contracts/world/night/night.ts',
    from: 'Date.parse(String(card.event.GMT)) || 0',
    to: 'Date.parse(String(card.event.GMT)) || 1',
    reason: 'all moments of a night are whole seconds, and a millisecond more is not shown in times of whole seconds',
  },
  {
    file: 'contracts/world/night/updates.ts',
    from: 'time(clock, 0)',
    to: 'time(clock, 1)',
    reason: 'a night starts at a whole second, which its first millisecond belongs to',
  },
  {
    file: 'contracts/world/night/round.ts',
    from: '#second = 0',
    to: '#second = 1',
    reason: 'every second sets it before anything reads it',
  },
  {
    file: 'contracts/world/feed/statistics.ts',
    from: 'Array.isArray(value[0])',
    to: 'Array.isArray(value[1])',
    reason: 'a list of counts has three of them, and a count consists of two numbers',
  },
  {
    file: 'contracts/world/feed/statistics.ts',
    from: 'added((a as Tally)[key as never], (b as Tally)[key as never])',
    to: 'added((b as Tally)[key as never], (a as Tally)[key as never])',
    reason: 'adding up goes both ways',
  },
  {
    file: 'contracts/world/feed/statistics.ts',
    from: 'added(all, round)',
    to: 'added(round, all)',
    reason: 'adding up goes both ways, and members are read by name',
  },
];
