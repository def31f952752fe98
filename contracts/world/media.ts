import type { Localized } from '../content/text.ts';
import { both, image, type Raw } from './text.ts';

/** When an item was created and published, and its day. */
const on = (day: string, time: string): Raw => ({
  media_date: `${day}T00:00:00Z`,
  created: `${day}T${time}Z`,
  published_start_date: `${day}T${time}Z`,
  last_modified: `${day}T${time}Z`,
});

const photo = (media_id: number, gallery_order: number, caption?: Localized): Raw => ({
  id: media_id * 10 + gallery_order,
  thumbnail_path: image(`g/${media_id}_${gallery_order}_small.jpg`),
  path: image(`g/${media_id}_${gallery_order}.jpg`),
  ...(caption && { caption }),
  gallery_order,
  media_id,
});

export const media: readonly Raw[] = [
  {
    id: 51001,
    type: 'EMBEDDEDVIDEO',
    ...on('2031-02-01', '16:00:00'),
    title: both('Entrevista a Álamo', 'Interview with Álamo'),
    url_name: 'entrevista-alamo',
    embedded_type: 'YOUTUBEVIDEO',
    embedded_id: 'roble00040A',
    fighter_ids: [3101],
    event_ids: [7000],
  },
  {
    id: 51002,
    type: 'INTERNALVIDEO',
    ...on('2031-02-09', '07:00:00'),
    title: both('Momentos de la Noche 40', 'Night 40 moments'),
    description: both('Lo mejor en tres minutos.', 'The best in three minutes.'),
    thumbnail: image('m/51002.jpg'),
    internal_url: '/2031/02/momentos.mp4',
    mobile_stream_url: 'https://media.example.com/hls/51002.m3u8',
    mobile_video_url: 'https://media.example.com/mp4/51002.mp4',
    url_name: 'momentos-noche-40',
    keyword_ids: [7, 12],
    fighter_ids: [3101, 3102, 3125],
    event_ids: [7000],
    highlight: true,
  },
  {
    id: 51003,
    type: 'PHOTOGALLERY',
    ...on('2031-04-04', '22:30:00'),
    title: both('Fotos del pesaje', 'Weigh-in photos'),
    description: both('Todos dieron el peso.', 'Everyone made weight.'),
    thumbnail: image('m/51003.jpg'),
    url_name: 'fotos-del-pesaje',
    keyword_ids: [12],
    photos: [
      photo(51003, 1, both('Ejemplo en la báscula', 'Ejemplo on the scale')),
      photo(51003, 2, both('Supuesto en la báscula', 'Supuesto on the scale')),
      photo(51003, 3),
    ],
    fighter_ids: [3107, 3112],
    event_ids: [7001],
  },
  {
    // Published in the same second as the moments above: the higher id comes first.
    id: 51004,
    type: 'EMBEDDEDVIDEO',
    ...on('2031-02-09', '07:00:00'),
    title: both('El nocaut de Álamo', "Álamo's knockout"),
    thumbnail: image('m/51004.jpg'),
    more_link_text: both('Ver más', 'See more'),
    more_linkurl: both('https://www.example.com/es/noche-40', 'https://www.example.com/night-40'),
    url_name: 'nocaut-alamo',
    embedded_type: 'YOUTUBEVIDEO',
    embedded_id: 'roble00040B',
    fighter_ids: [3101, 3102],
    event_ids: [7000],
    highlight: true,
  },
  {
    // Only the required keys.
    id: 51005,
    type: 'INTERNALVIDEO',
    ...on('2031-03-15', '10:00:00'),
    title: both('Anuncio', 'Announcement'),
    url_name: 'anuncio',
  },
  {
    id: 51006,
    type: 'PHOTOGALLERY',
    ...on('2031-03-20', '09:00:00'),
    title: both('Sesión con Ana Muestra', 'A session with Ana Muestra'),
    thumbnail: image('m/51006.jpg'),
    url_name: 'sesion-ana-muestra',
    photos: [photo(51006, 1, both('En el estudio', 'In the studio')), photo(51006, 2)],
  },
  {
    id: 51007,
    type: 'EMBEDDEDVIDEO',
    ...on('2031-04-04', '20:00:00'),
    title: both('Careo', 'Face-off'),
    description: both('Ejemplo y Supuesto, frente a frente.', 'Ejemplo and Supuesto, face to face.'),
    thumbnail: image('m/51007.jpg'),
    url_name: 'careo',
    embedded_type: 'YOUTUBEVIDEO',
    embedded_id: 'abc123XYZ_0',
    keyword_ids: [7],
    fighter_ids: [3107, 3112],
    event_ids: [7001],
    highlight: true,
  },
];
