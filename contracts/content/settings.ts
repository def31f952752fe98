/** The configuration that replies need besides content. */
export interface Settings {
  /** Base of the links that point back to this service, without a trailing slash. */
  publicUrl: string;
  /** Image of a division without a title holder. */
  placeholderImage: string;
  /** The link of such a division's row. */
  notFoundPage: string;
}

/** The settings that replace what a fighter's record lacks. */
export type Website = Pick<Settings, 'placeholderImage' | 'notFoundPage'>;

export const defaultWebsite: Website = {
  placeholderImage: 'https://img.example.com/placeholder.png',
  notFoundPage: 'https://www.example.com/not-found',
};
