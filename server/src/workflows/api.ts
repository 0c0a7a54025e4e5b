/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  findWorkflowOfDocument,
  listEndedIds,
  listIdsAfter,
  lockWorkflowRow,
  setFieldValue,
  setSealedFile,
} from './store/workflow-store.ts';
