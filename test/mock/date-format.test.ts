import { expect } from 'chai';
import { fitsFormat } from '../../mock/contracts/pacts/date-format.ts';

/** The verdicts are those of Pact's verifier. */
describe('fitsFormat', () => {
  for (const [format, fitting, unfitting] of [
    ["yyyy-MM-dd'T'HH:mm:ss'Z'", ['2020-01-31T10:20:30Z'], ['2020-01-31T10:20:30+01:00', '2020-01-31 10:20:30Z']],
    [
      "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      ['2020-01-31T10:20:30.123Z', '2020-01-31T10:20:30.1+01:00'],
      ['2020-01-31T10:20:30Z'],
    ],
    ["yyyy-MM-dd'T'HH:mm:ssZ", ['2020-01-31T10:20:30+0100'], ['2020-01-31T10:20:30Z', '2020-01-31T10:20:30+01:00']],
    ['HH:mm:ss.SSS', ['10:20:30.1', '9:2:3.000'], ['10:20:30.1234', '24:00:00.000', '10:60:00.000']],
    ['d/M/yyyy', ['1/1/2020', '29/2/2020'], ['29/2/2019', '31/4/2020', '1/13/2020']],
    ['MMM d, yyyy', ['Jan 3, 2020'], ['January 3, 2020', 'Foo 3, 2020']],
    ['EEE, d MMM yyyy HH:mm:ss Z', ['Mon, 3 Jan 2020 10:20:30 +0000'], ['Mon, 3 Jan 2020 10:20:30 GMT']],
    ['EEEE MMMM', ['Monday January'], ['Mon January', 'Monday Jan']],
    ['h:mm a', ['1:05 AM', '1:05 pm'], ['13:05 AM', '1:05 x']],
    ['kk KK', ['24 11'], ['0 11', '24 12']],
    ['HHX HHXX', ['10Z 10+0100', '10+01 10Z'], ['10+0100 10Z', '10Z 10+01:00']],
    ['HHx HHZZZZZ', ['10+01 10+01:00'], ['10Z 10+01:00', '10+01 10Z']],
    ['yyyyMMdd', ['20200131'], ['20201331', '2020-01-31']],
    ["'a''b'yy''", ["a'b20'"], ["ab20'", "a'b2020'"]],
    ['VV QQQ, unknown letters', ['anything'], []],
    ['yyyy yyyy', ['anything'], []],
  ] as const) {
    it(`accepts values of ${format}, and no others`, () => {
      const all = [...fitting, ...unfitting];
      expect(all.filter((value) => fitsFormat(format, value))).to.deep.equal(fitting);
    });
  }
});
