export type { AppendedBytes, BlobCopy, StoredBlob } from './blob-copy.ts';
export type { BlobReader, WrittenBytes } from './blob-file.ts';
export { hashFile, holdPiece, openReader, PIECE_BYTES, readPieces, releasePieces } from './blob-file.ts';
export { nameOf } from './blob-names.ts';
export { openPrefixes } from './blob-prefixes.ts';
export type { BlobStorage, Blobs } from './blobs.ts';
export { openDiskBlobs } from './blobs.ts';
export { type Bucket, type BucketAnswer, type ByteSource, openBucket } from './bucket.ts';
export { CHUNK_BYTES, ChunkHash, DIGEST_BYTES } from './chunk-digests.ts';
export type { FileSource } from './disk.ts';
export { ignoreMissing, removeLeft, syncFolder, writeNewFile } from './disk.ts';
export type { BlobKeys } from './encrypted-blobs.ts';
export { encryptBlobs } from './encrypted-blobs.ts';
export {
  ChunkEncryption,
  chunkAt,
  decryptChunk,
  HEADER_BYTES,
  readLayout,
  releaseBytes,
  STORED_CHUNK_BYTES,
} from './encrypted-chunks.ts';
export { StorageFault, UnreadableBlobFault } from './faults.ts';
export { openFolderStore } from './folder-store.ts';
export type { JoinedWrapper, KeyWrapper, WrappedKey } from './key-wrapper.ts';
export { joinWrappers, localWrapper } from './key-wrapper.ts';
export { openObjectBlobs } from './object-blobs.ts';
export type { ListedObject, ObjectStore, ObjectStoreSettings } from './object-store.ts';
export { openObjectStore } from './object-store.ts';
export { countStorageFaults, watchBlobs } from './watched-blobs.ts';
