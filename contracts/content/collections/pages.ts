import { Id, nullable, Url } from '../../schemas/common.ts';
import { Type } from '../../schemas/type.ts';
import { Ids, type Shape, shape } from '../shape.ts';
import type { Text } from '../text.ts';
import type { Collection } from './collection.ts';

export interface LivePage {
  page: 'live';
  event_id: number | null;
  title: Text | null;
  mobile_stream_url: Text | null;
}

/** Ids that are left out mean the media and news of the event. */
export interface LiveContentPage {
  page: 'live_content';
  event_id: number | null;
  media_ids?: number[];
  news_ids?: number[];
}

export interface ChatPage {
  page: 'chat';
  enabled: boolean;
  url: Text | null;
  event_id: number | null;
}

export interface InstructionsPage {
  page: 'instructions';
  title: Text;
  body: Text;
}

export type PageRecord = LivePage | LiveContentPage | ChatPage | InstructionsPage;
type PageName = PageRecord['page'];
export type PageOf<P extends PageName> = Extract<PageRecord, { page: P }>;

const shapes: { [P in PageName]: Shape<PageOf<P>> } = {
  live: shape<LivePage>(
    {
      page: Type.Literal('live'),
      event_id: nullable(Id),
      title: nullable(Type.String()),
      mobile_stream_url: nullable(Url),
    },
    { localized: ['title', 'mobile_stream_url'] },
  ),
  live_content: shape<LiveContentPage>({
    page: Type.Literal('live_content'),
    event_id: nullable(Id),
    media_ids: Type.Optional(Ids),
    news_ids: Type.Optional(Ids),
  }),
  chat: shape<ChatPage>(
    { page: Type.Literal('chat'), enabled: Type.Boolean(), url: nullable(Url), event_id: nullable(Id) },
    { localized: ['url'], empty: { enabled: false } },
  ),
  instructions: shape<InstructionsPage>(
    { page: Type.Literal('instructions'), title: Type.String(), body: Type.String() },
    { localized: ['title', 'body'], empty: { title: '', body: '' } },
  ),
};

export const pages: Collection<PageRecord> = {
  schema: Type.Union(Object.values(shapes).map(({ schema }) => schema)),
  normalise: (raw) => shapes[(raw as PageRecord).page].normalise(raw),
  key: (record) => record.page,
  order: 'ascending',
  sort: (record) => record.page,
  isSortKey: (key) => key in shapes,
  lists: () => [],
};
