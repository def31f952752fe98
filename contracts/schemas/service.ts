import { closed, DateTime, described, Filled, Id, nullable, record, Text, Url } from './common.ts';
import { type Static, Type } from './type.ts';

const Version = Type.Enum(['v3', 'v1'] as const, { type: 'string', description: 'The family of routes.' });
const locale = 'Language and country of the texts.';
const Locale = Type.Enum(['es_US', 'en_US'] as const, { type: 'string', description: locale });

export const Root = record('Root', 'What the service offers.', {
  version: Version,
  locale: Locale,
  routes: described(
    Type.Array(
      closed({
        name: described(Filled, 'Name of the route, the same in both families.'),
        method: Type.Enum(['GET', 'POST'] as const, { type: 'string', description: 'HTTP method.' }),
        path: described(Filled, 'Template with `:name` parameters; a segment in parentheses may be left out.'),
      }),
      { minItems: 1 },
    ),
    'Every route of this family.',
  ),
});
export type Root = Static<typeof Root>;

export const Health = record('Health', 'How the service is.', {
  status: described(
    Type.Enum(['ok', 'degraded', 'down'] as const, { type: 'string' }),
    'Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.',
  ),
  version: Version,
  locale: Locale,
  time: described(DateTime, 'Clock of the server.'),
});
export type Health = Static<typeof Health>;

export const Translation = record('Translation', 'A bundle of texts.', {
  id: described(
    Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })]),
    'Name of the bundle; an integer when it is numeric.',
  ),
  locale: Type.Enum(['es_US'] as const, { type: 'string', description: locale }),
  translations: described(Type.Record(Type.String(), Type.String()), 'Text by key.'),
});
export type Translation = Static<typeof Translation>;

export const Chat = record('Chat', 'Where the audience chats.', {
  enabled: described(Type.Boolean(), 'Whether there is a chat now.'),
  url: described(nullable(Url), 'Address of the chat.'),
  event_id: described(nullable(Id), 'Id of the event that the chat is about.'),
});
export type Chat = Static<typeof Chat>;

export const Instructions = record('Instructions', 'How to use the app.', {
  title: described(Text, 'Heading; empty when there is none.'),
  body: described(Text, 'The instructions, in HTML; empty when there are none.'),
  locale: Locale,
});
export type Instructions = Static<typeof Instructions>;
