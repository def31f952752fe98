/** A name as a step of a JSON Pointer (RFC 6901 3). */
export const stepOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const nameOf = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The names and indexes of a JSON Pointer. */
export const namesOf = (pointer: string): string[] => pointer.split('/').slice(1).map(nameOf);

/** A JSON Pointer as a fragment (RFC 6901 6): `#/a%20b`. Half of a surrogate pair, which UTF-8 has not, is U+FFFD there. */
export const fragmentOf = (pointer: string): string =>
  `#${pointer
    .split('/')
    .map((step) => encodeURIComponent(step.toWellFormed()))
    .join('/')}`;
