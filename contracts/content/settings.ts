/** The configuration that replies depend on. */
export interface Settings {
  /** Base of the links that point back to this service, without a trailing slash. */
  publicUrl: string;
  /** Image of a division without a title holder. */
  placeholderImage: string;
  /** The link of a division without a title holder. */
  notFoundPage: string;
}

/** The settings for missing members of a fighter's record. */
export type Website = Pick<Settings, 'placeholderImage' | 'notFoundPage'>;

export const defaultWebsite: Website = {
  placeholderImage: 'https://img.example.com/placeholder.png',
  notFoundPage: 'https://www.example.com/not-found',
};
