import manifest from '../package.json' with { type: 'json' };

/** The version of this command line. */
export const version: string = manifest.version;
