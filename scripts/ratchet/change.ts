/** What one commit or the working tree changes in the contracts. */
export interface Change {
  /** `GET /api/v3/mobile/fighters/{id} 200 #/age` */
  place: string;
  /** `was integer, is number: it accepts more` */
  text: string;
  /** `breaking`: consumers or providers must follow. `notable`: they should know. */
  weight: 'breaking' | 'notable';
  /** Words of which an entry of the change log must contain one, in backticks. */
  names: readonly string[];
}

/** The same change at several places, such as in a shared schema, as one. */
export function joinSame(changes: readonly (Change & { source: string })[]): Change[] {
  const bySource = Map.groupBy(changes, ({ source, text }) => `${source} ${text}`);
  return [...bySource.values()].map((same) => {
    const [first] = same as [Change & { source: string }];
    const places = new Set(same.map(({ place }) => place)).size;
    const { source: _, ...change } = first;
    return {
      ...change,
      place: places > 1 ? `${first.place} and ${places - 1} more` : first.place,
      names: [...new Set(same.flatMap(({ names }) => names))],
    };
  });
}
