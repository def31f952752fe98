import type { Settings } from '../content/settings.ts';

/** What the provider of every contract is configured with. */
export const settings: Settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/placeholder.png',
  notFoundPage: 'https://www.example.com/not-found',
};
