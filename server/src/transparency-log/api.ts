export { leafInsertion } from './transparency-store.ts';
