/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */

export { listSignedOriginals, sealedFileUpdate } from './store/document-store.ts';
export { setActionTransaction } from './store/draft-store.ts';
export { setFieldValues } from './store/field-store.ts';
export { countSent, isAmongSent, listReceivedIds, listSentIds } from './store/personal-store.ts';
export {
  type PicturedDocument,
  picturedDocumentOf,
  type ReadableDocument,
  type RecipientAction,
  type RecipientField,
  readableDocumentOf,
  recipientActionsOf,
  recipientFieldsOf,
} from './store/recipient-parts-store.ts';
export {
  countBlockedWorkflows,
  countInWorkspaces,
  type EndedWorkflow,
  findEnding,
  hasErasedWorkflow,
  listEndings,
  listRecipientKeys,
  readWorkflowNames,
} from './store/retention-facts-store.ts';
export { type FactsJson, factsOf, RECORD, readWorkflows } from './store/workflow-reading-store.ts';
export { byId, type WorkflowRecord } from './store/workflow-record.ts';
export {
  actionIdsOf,
  listIdsAfter,
  lockWorkflowRow,
  selectToLock,
} from './store/workflow-store.ts';
