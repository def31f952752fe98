import { closed, DateTime, described, Filled, Id, nullable, Text, Url } from './common.ts';
import { type Static, Type } from './type.ts';

const Version = Type.Enum(['v3', 'v1'] as const, { type: 'string' });
const Locale = Type.Enum(['es_US', 'en_US'] as const, { type: 'string' });

export const Root = closed(
  {
    version: Version,
    locale: Locale,
    routes: described(
      Type.Array(
        closed({
          name: Filled,
          method: Type.Enum(['GET', 'POST'] as const, { type: 'string' }),
          path: described(Filled, 'Template with `:name` parameters; a segment in parentheses may be left out.'),
        }),
        { minItems: 1 },
      ),
      'Every route of this family.',
    ),
  },
  { $id: 'Root' },
);
export type Root = Static<typeof Root>;

export const Health = closed(
  {
    status: described(
      Type.Enum(['ok', 'degraded', 'down'] as const, { type: 'string' }),
      'Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.',
    ),
    version: Version,
    locale: Locale,
    time: described(DateTime, 'Clock of the server.'),
  },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;

export const Translation = closed(
  {
    id: described(
      Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })]),
      'Name of the bundle; an integer when it is numeric.',
    ),
    locale: Type.Enum(['es_US'] as const, { type: 'string' }),
    translations: described(Type.Record(Type.String(), Type.String()), 'Text by key.'),
  },
  { $id: 'Translation' },
);
export type Translation = Static<typeof Translation>;

export const Chat = closed({ enabled: Type.Boolean(), url: nullable(Url), event_id: nullable(Id) }, { $id: 'Chat' });
export type Chat = Static<typeof Chat>;

export const Instructions = closed(
  { title: Text, body: described(Text, 'HTML.'), locale: Locale },
  { $id: 'Instructions' },
);
export type Instructions = Static<typeof Instructions>;
