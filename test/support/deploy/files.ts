import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const readText = (path: string) => readFileSync(root + path, 'utf8');

/** A document of a Kubernetes manifest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  [member: string]: unknown;
}

/**
 * The documents of a YAML file, with its anchors resolved.
 *
 * @throws {Error} with the place of what is no YAML, or of a key that is there twice.
 */
export function parseYaml<T>(text: string, where = 'the text'): T[] {
  return parseAllDocuments(text, { merge: true, uniqueKeys: true }).map((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error) throw new Error(`${where}: ${error.message}`);
    return document.toJS() as T;
  });
}

export const readYaml = <T>(path: string) => parseYaml<T>(readText(path), path);
