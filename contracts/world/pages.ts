import { both, type Raw } from './text.ts';

export const pages: readonly Raw[] = [
  {
    page: 'live',
    event_id: 7001,
    title: both('Cartelera preliminar', 'Preliminary card'),
    mobile_stream_url: 'https://media.example.com/hls/7001.m3u8',
  },
  // The page shows the media and news of the event.
  { page: 'live_content', event_id: 7001 },
  {
    page: 'chat',
    enabled: true,
    url: both('https://chat.example.com/es/7001', 'https://chat.example.com/7001'),
    event_id: 7001,
  },
  {
    page: 'instructions',
    title: both('Cómo puntuar', 'How to score'),
    body: both(
      '<p>Da 10 puntos a quien gana el asalto y de 7 a 9 a quien lo pierde.</p>',
      '<p>Give 10 points to the winner of the round and 7 to 9 to the loser.</p>',
    ),
  },
];
