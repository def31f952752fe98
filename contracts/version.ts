import about from '../package.json' with { type: 'json' };

/** Of this repository: the server, the mock, and the packages of the kit. */
export const { version } = about;
