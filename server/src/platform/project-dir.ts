import { fileURLToPath } from 'node:url';

/** Whether this module is a source, and not in the bundle in `server/dist/`. */
export const isSource = import.meta.url.endsWith('.ts');

/** The folder of the whole project, with a slash at its end. */
export const projectDir = fileURLToPath(new URL(isSource ? '../../../' : '../../', import.meta.url));
