import type { Interaction } from '../../contracts/interactions/interaction.ts';
import { kitFiles } from '../../contracts/kit/build.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { writeFiles } from './files.ts';

/** @returns a line that reports what was written. */
export function writeKit(document: OpenApiDocument, interactions: readonly Interaction[]): string {
  // First, so that the old kit stays when a language cannot express a schema.
  const files = kitFiles(document, interactions);
  return writeFiles('kit', files);
}
