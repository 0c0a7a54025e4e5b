/** The statements of this room that the commands of the operator send. */
export { listDepartures } from './departure-store.ts';
export { findStage, listSealing, saveArchive } from './freeze-store.ts';
export {
  listMovingTables,
  type OwnedRows,
  ownedRowsOf,
  REFERENCES,
  type Reference,
  type Table,
} from './owned-rows-store.ts';
export {
  beginStaging,
  checkNumbers,
  checkStaged,
  findPresent,
  insertStaged,
  leaveOut,
  listStagedFiles,
  quoted,
  type StagedFile,
  type Staging,
  saveStoredFile,
  setArriving,
  stagedName,
} from './staged-rows-store.ts';
