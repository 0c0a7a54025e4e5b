/** The store functions of this room that other rooms may call. */
export { listWitnessStates } from './cosignature-store.ts';
export { demandCertificates, leafInsertion, readCertificatesSince } from './transparency-store.ts';
export { addWitnessedLog, listForks, listWitnessedLogs, removeWitnessedLog } from './witnessed-log-store.ts';
