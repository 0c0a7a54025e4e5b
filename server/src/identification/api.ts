/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { findProof, type StoredProof, useProof } from './proof-store.ts';
