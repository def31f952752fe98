import type { Settings } from '../content/settings.ts';

/** The configuration of the provider in every contract. */
export const settings: Settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/placeholder.png',
  notFoundPage: 'https://www.example.com/not-found',
};
