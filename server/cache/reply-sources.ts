import type { Settings } from '../../contracts/content/settings.ts';
import type { Snapshot } from '../store/content/content.ts';
import { type ContentRead, sizeOfReads } from '../store/content/content-read.ts';

/** Everything that a reply was built from: if all of it is as it was, the reply is, too. */
export class ReplySources {
  readonly bytes: number;
  /** The page that its `Link` header links to. */
  readonly linkedPage: string | undefined;
  readonly #reads: readonly ContentRead[];
  readonly #publicUrl: string;
  readonly #placeholderImage: string;
  readonly #notFoundPage: string;

  /** @param linkedPage the page that its `Link` header links to. */
  constructor(reads: readonly ContentRead[], settings: Settings, linkedPage: string | undefined) {
    this.bytes = sizeOfReads(reads) + (linkedPage?.length ?? 0);
    this.linkedPage = linkedPage;
    this.#reads = reads;
    // Not the object, which changes in place.
    this.#publicUrl = settings.publicUrl;
    this.#placeholderImage = settings.placeholderImage;
    this.#notFoundPage = settings.notFoundPage;
  }

  /** Reads everything again, as this snapshot shows it. */
  areUnchanged(snapshot: Snapshot, settings: Settings): Promise<boolean> | boolean {
    const hasSameSettings =
      this.#publicUrl === settings.publicUrl &&
      this.#placeholderImage === settings.placeholderImage &&
      this.#notFoundPage === settings.notFoundPage;
    return hasSameSettings && snapshot.isAsRead(this.#reads);
  }
}
