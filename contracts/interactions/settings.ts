import type { Settings } from '../content/settings.ts';

export const settings: Settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/placeholder.png',
  notFoundPage: 'https://www.example.com/not-found',
};
