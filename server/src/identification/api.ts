/** What other rooms may call. */
export { findProof, type StoredProof, useProof } from './proof-store.ts';
export { recordProof } from './record-proof.ts';
