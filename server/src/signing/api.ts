/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */

export { findSignerOfFile, listAttachmentsOf, listSignatureImagesOf } from './answers/answer-store.ts';
export { releaseKept } from './answers/kept-signature.ts';
export { listKeptOf } from './answers/kept-store.ts';
export { IS_SALTED_HERE } from './finish/salt-store.ts';
export { listCertifiedSignatures, listSignatures, type StoredSignature } from './finish/signature-store.ts';
export { type Attachment, listConsents } from './session/session-store.ts';
