/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { listAttachmentsOf } from './answers/attachment-store.ts';
export {
  countPendingTimestamps,
  listCertifiedSignatures,
  listSignatures,
  type StoredSignature,
} from './finish/signature-store.ts';
export { listConsents, listSignatureImagesOf } from './session/session-store.ts';
