/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { type CompletedBackup, findLastBackup } from './backup-store.ts';
export { findRestore } from './restore-store.ts';
