import manifest from '../../package.json' with { type: 'json' };

/** Of the release that this was built from. */
export const VERSION: string = manifest.version;
