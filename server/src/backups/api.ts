/** The store functions of this room that the metrics and the operator's commands may call. */
export {
  deleteRestore,
  findLastBackup,
  findRestore,
  insertBackup,
  RESTORE_IS_LOADED,
  saveBackupEnd,
  saveRestore,
} from './backup-store.ts';
