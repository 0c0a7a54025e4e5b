import type { Primitives } from '@paraph/pades';
import { createHash } from './hashes.ts';
import { inflate } from './inflate.ts';
import { readPublicKey } from './public-key.ts';

/** What the validator needs, without Node: bundled in the place of `pades/src/primitives.ts`. */
export const primitives: Primitives = { createHash, readPublicKey, inflate };
