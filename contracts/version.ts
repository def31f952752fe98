import about from '../package.json' with { type: 'json' };

/** The version of this repository: server, mock, and the packages of the kit. */
export const { version } = about;
