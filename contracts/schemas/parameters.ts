/** Path and query parameters: wire specification 2.1 and 2.4. */
import { clientIdPattern, Id, idDigitsPattern, maxId } from './common.ts';
import { type TSchema, Type } from './type.ts';

export interface Parameter<T> {
  /** Of the raw text in the path or query. */
  schema: TSchema;
  /** Of the value, for the texts of errors. */
  value: TSchema;
  description: string;
  /** The value; undefined if the text does not fit. The caller has removed a leading `:`. */
  parse: (raw: string) => T | undefined;
}

const idDigits = new RegExp(idDigitsPattern);

const parseId = (raw: string): number | undefined => (idDigits.test(raw) ? Number(raw) : undefined);

function id(description: string): Parameter<number> {
  const schema = Type.String({ pattern: idDigitsPattern });
  return { schema, value: Id, description: `${description} From 1 to ${maxId}.`, parse: parseId };
}

/** An id of the live feed: `-1` in feed URLs means no id, and is never found. */
function feedId(description: string): Parameter<number> {
  return {
    schema: Type.String({ pattern: idDigitsPattern.replace('^(', '^(-1|') }),
    value: Type.Union([Id, Type.Literal(-1)]),
    description,
    parse: (raw) => (raw === '-1' ? -1 : parseId(raw)),
  };
}

function text(pattern: string, description: string, fold = (raw: string) => raw): Parameter<string> {
  const expression = new RegExp(pattern);
  const schema = Type.String({ pattern });
  return {
    schema,
    value: schema,
    description,
    parse: (raw) => (expression.test(raw) ? fold(raw) : undefined),
  };
}

function integer(pattern: string, maximum: number, description: string): Parameter<number> {
  const expression = new RegExp(pattern);
  return {
    schema: Type.String({ pattern }),
    value: Type.Integer({ minimum: 1, maximum }),
    description,
    parse: (raw) => (expression.test(raw) ? Number(raw) : undefined),
  };
}

export const parameters = {
  id: id('Id of the record.'),
  event_id: id('Id of the event.'),
  fighter_id: id('Id of the fighter.'),
  fighter_statid: id("The metrics supplier's id of the fighter."),
  round_num: integer('^[1-5]$', 5, 'Number of the round.'),
  client_id: text(clientIdPattern, 'The unguessable id that an installation of the app made for itself.'),
  translation_id: text('^[A-Za-z0-9_-]{1,64}$', 'Name of the bundle of translations.'),
  live_event_id: feedId("The metrics supplier's id of the event; -1 is never found."),
  fight: feedId("The metrics supplier's id of a bout, for its statistics; -1 is never found."),
  /** Folded to lower case, like the weight keys. */
  weight_class: text('^[A-Za-z_]{1,32}$', 'Weight key of the statistics, in any case; `all` filters nothing.', (raw) =>
    raw.toLowerCase(),
  ),
  /** Folded to upper case, like the country keys: `all` becomes `ALL`. */
  born_country: text('^[A-Za-z_]{1,32}$', 'Country key, in any case; `all` filters nothing.', (raw) =>
    raw.toUpperCase(),
  ),
  limit: integer('^([1-9][0-9]?|[1-4][0-9]{2}|500)$', 500, 'How many records at most, from 1 to 500.'),
  cursor: text('^[A-Za-z0-9_-]{1,512}$', 'Where the page before ended; taken from its Link header.'),
} as const satisfies Record<string, Parameter<number> | Parameter<string>>;

export type ParameterName = keyof typeof parameters;
