export { listSealedIds } from './seal-store.ts';
