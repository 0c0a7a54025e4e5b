/** The store functions of this room that other rooms may call. */
export { countAfter } from './usage-store.ts';
