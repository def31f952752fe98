/** Path and query parameters as the wire specification has them (2.1, 2.4): the texts that fit, and those that do not. */

export interface ExpectedParameter {
  /** Texts that fit, the shortest or smallest and the longest or largest among them. */
  fits: readonly string[];
  /** Texts that do not fit, one beyond each end among them. */
  misfits: readonly string[];
  es: string;
  en: string;
}

const notIntegers = ['01', '1.0', '1e1', '+1', 'abc', '0x1', '１'];

const id: ExpectedParameter = {
  fits: ['1', '9', '10', '2147483647'],
  misfits: ['0', '-1', '2147483648', '9999999999', '11111111111', ...notIntegers],
  es: 'Debe ser un entero de 1 a 2147483647.',
  en: 'Must be an integer from 1 to 2147483647.',
};

const feedId: ExpectedParameter = {
  fits: ['-1', ...id.fits],
  misfits: ['-2', '-01', ...id.misfits.filter((text) => text !== '-1')],
  es: 'Debe ser un entero de 1 a 2147483647 o -1.',
  en: 'Must be an integer from 1 to 2147483647 or -1.',
};

const filter: ExpectedParameter = {
  fits: ['a', 'Z_z', 'a'.repeat(32)],
  misfits: ['a'.repeat(33), 'a1', 'a-b', 'a.b', 'á'],
  es: 'Debe ser un texto que cumpla ^[A-Za-z_]{1,32}$.',
  en: 'Must be a string that matches ^[A-Za-z_]{1,32}$.',
};

export const parameters = {
  id,
  event_id: id,
  fighter_id: id,
  fighter_statid: id,
  feed_id: feedId,
  round_num: {
    fits: ['1', '5'],
    misfits: ['0', '6', '-1', '10', '15', ...notIntegers],
    es: 'Debe ser un entero de 1 a 5.',
    en: 'Must be an integer from 1 to 5.',
  },
  client_id: {
    fits: ['a'.repeat(16), 'A-z_0'.padEnd(64, '9')],
    misfits: ['a'.repeat(15), 'a'.repeat(65), 'a.b'.padEnd(20, 'x'), 'á'.repeat(20)],
    es: 'Debe ser un texto que cumpla ^[A-Za-z0-9_-]{16,64}$.',
    en: 'Must be a string that matches ^[A-Za-z0-9_-]{16,64}$.',
  },
  translation_id: {
    fits: ['a', '0', 'A-z_9'.padEnd(64, 'x')],
    misfits: ['a'.repeat(65), 'a.b', 'a b', 'á'],
    es: 'Debe ser un texto que cumpla ^[A-Za-z0-9_-]{1,64}$.',
    en: 'Must be a string that matches ^[A-Za-z0-9_-]{1,64}$.',
  },
  weight_class: filter,
  born_country: filter,
  limit: {
    fits: ['1', '9', '10', '99', '100', '499', '500'],
    misfits: ['0', '501', '509', '510', '600', '1000', '-1', '', ' 1', '1 ', ...notIntegers],
    es: 'Debe ser un entero de 1 a 500.',
    en: 'Must be an integer from 1 to 500.',
  },
  /** That it is a position in its list is checked besides. */
  cursor: {
    fits: [],
    misfits: ['', '!', 'YQ', 'YQ===', 'a'.repeat(513)],
    es: 'Debe ser un texto que cumpla ^[A-Za-z0-9_-]{1,512}$.',
    en: 'Must be a string that matches ^[A-Za-z0-9_-]{1,512}$.',
  },
} as const satisfies Record<string, ExpectedParameter>;

export function ruleOf(name: string, parameter: string): ExpectedParameter {
  if (name === 'translations') return parameters.translation_id;
  if (name === 'fight_metrics_live_event') return parameters.feed_id;
  return parameters[parameter as keyof typeof parameters];
}
