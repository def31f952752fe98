/** What replies need besides content. All three come from the configuration of whoever answers. */
export interface Settings {
  /** Base of the links that point back to this service, without a trailing slash. */
  publicUrl: string;
  /** Image of a division that has no title holder. */
  placeholderImage: string;
  /** Page that the row of such a division links to. */
  notFoundPage: string;
}

/** The parts of the settings that stand for what a record of a fighter does not have. */
export type Website = Pick<Settings, 'placeholderImage' | 'notFoundPage'>;

/** Where nothing else is configured. */
export const defaultWebsite: Website = {
  placeholderImage: 'https://img.example.com/placeholder.png',
  notFoundPage: 'https://www.example.com/not-found',
};
