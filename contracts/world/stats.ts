import type { Raw } from './text.ts';

export const stats: readonly Raw[] = [
  { statid: 1841, stat: 'AvgFightTimeLong', Value: '11:05', Rank: 1, Born: 'MEX' },
  { statid: 1801, stat: 'AvgFightTimeShort', Value: '6:20', Rank: 1, Born: 'MEX' },
  { statid: 1830, stat: 'AvgFightTimeShort', Value: '6:32', Rank: 2, Born: 'BRA' },
  { statid: 1822, stat: 'TakedownAccuracy', Value: '50.0', Rank: 2, Born: 'PER' },
  { statid: 1841, stat: 'TakedownAccuracy', Value: '52.9', Rank: 1, Born: 'MEX' },
  { statid: 1804, stat: 'TakedownAccuracy', Value: '47.6', Rank: 3, Born: 'SWE' },
  { statid: 1830, stat: 'SubmissionAverage', Value: '1.7', Rank: 1, Born: 'BRA' },
  { statid: 1801, stat: 'Knockdowns', Value: '19', Rank: 1, Born: 'MEX' },
  // Equal ranks: the lower statid comes first. The supplier sends some numbers as strings.
  { statid: '1822', stat: 'SLpM', Value: '5.1', Rank: '2', Born: 'PER' },
  { statid: '1803', stat: 'SLpM', Value: '5.1', Rank: '2', Born: 'ARG' },
  { statid: 1841, stat: 'SLpM', Value: '6.0', Rank: 1, Born: 'MEX' },
  // A fighter of another promotion: ranked by the supplier, not in content.
  { statid: 1799, stat: 'SLpM', Value: '4.9', Rank: 4, Born: 'JPN' },
  { statid: 1830, stat: 'SApM', Value: '2.7', Rank: 3, Born: 'BRA', weight_class: 'Lightweight' },
];
