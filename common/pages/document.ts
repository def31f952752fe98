import { readFileSync, statSync } from 'node:fs';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';

export const documentPath = '/openapi.json';
export const streamsPath = '/asyncapi.json';

/** The document that the pages show; the same object until the file changes. */
export interface DocumentVersion {
  text: string;
  /** Parses the text at each call: the result is needed once, and takes many times more memory than the text. */
  document: () => OpenApiDocument;
}

export type DocumentSource = () => DocumentVersion;

/**
 * Reads a file at its first use and after each change. If this fails, the last valid document is used.
 *
 * @throws {Error} if there was no valid document yet.
 */
function documentSource(file: URL): DocumentSource {
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

/** The documents that `npm run generate` writes: of the routes, and of the live streams. */
export const generatedDocument = documentSource(new URL('../../contracts/generated/openapi.json', import.meta.url));
export const generatedStreams = documentSource(new URL('../../contracts/generated/asyncapi.json', import.meta.url));
