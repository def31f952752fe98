import { readFileSync, statSync } from 'node:fs';
import type { OpenApiDocument } from '../openapi/document.ts';

/** The document that pages are about; the same object for as long as nothing changed. */
export interface DocumentVersion {
  text: string;
  /** Parsed at each call: its parts are needed once, and are many times larger than the text. */
  document: () => OpenApiDocument;
}

export type DocumentSource = () => DocumentVersion;

/**
 * Reads a file when it is first asked for, and again after it changed. One that cannot be read or parsed leaves the
 * last good one in place.
 *
 * @throws {Error} when there is no good one yet.
 */
export function documentSource(file: URL): DocumentSource {
  let current: (DocumentVersion & { changed: number }) | undefined;
  return () => {
    try {
      const changed = statSync(file).mtimeMs;
      if (current?.changed !== changed) {
        const text = readFileSync(file, 'utf8');
        JSON.parse(text);
        current = { text, document: () => JSON.parse(text), changed };
      }
    } catch (error) {
      if (!current) throw error;
    }
    return current as DocumentVersion;
  };
}

/** What `npm run generate` wrote. */
export const generatedDocument = documentSource(new URL('../generated/openapi.json', import.meta.url));
