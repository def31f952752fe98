import { both, type Raw } from './text.ts';

export const alerts: readonly Raw[] = [
  {
    id: 601,
    title: both('La Noche 41 está en vivo', 'Night 41 is live'),
    message: both('Sigue cada asalto y vota.', 'Follow every round and vote.'),
    url: both('https://www.example.com/es/en-vivo', 'https://www.example.com/live'),
    event_id: 7001,
    created: '2031-04-05T23:00:00Z',
    expires: '2099-12-31T00:00:00Z',
  },
  {
    id: 602,
    title: both('Nueva versión', 'New version'),
    message: both('Actualiza la aplicación.', 'Update the app.'),
    created: '2031-03-01T09:00:00Z',
  },
  {
    id: 603,
    title: both('Mantenimiento', 'Maintenance'),
    message: both('Volvemos en una hora.', 'Back within the hour.'),
    created: '2020-01-10T03:00:00Z',
    expires: '2020-01-10T05:00:00Z',
  },
];
