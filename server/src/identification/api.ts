/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { endCodesOf, endProofsOf, findProof, type StoredProof, useProof } from './code-store.ts';
