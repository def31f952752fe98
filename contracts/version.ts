import about from '../../package.json' with { type: 'json' };

/** Of the packages of the kit: that of this repository. */
export const { version } = about;
