/** The store functions of this room that other rooms may call. */
export { listWitnessStates } from './cosignature-store.ts';
export {
  demandCertificates,
  LEAVES_MAX,
  leafInsertion,
  readCertificatesSince,
  readLeavesMax,
} from './transparency-store.ts';
export { addWitnessedLog, listForks, listWitnessedLogs, removeWitnessedLog } from './witnessed-log-store.ts';
