/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  deleteKeysWithoutFile,
  KEYS_OF_STORED_FILES,
  listWrappingKeys,
  STORED_FILES,
} from './backup-store.ts';
export { countEncryption, countKeysByWrapping, countUnencryptedFiles } from './blob-key-store.ts';
export { countDamagedFiles, readFileSizes } from './file-store.ts';
