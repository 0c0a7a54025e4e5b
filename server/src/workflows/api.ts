/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */

export {
  type DocumentSizes,
  listSignedOriginals,
  type PicturedDocument,
  picturedDocumentOf,
  type ReadableDocument,
  readableDocumentOf,
  readDocumentSizes,
  sealedFileUpdate,
} from './store/document-store.ts';
export {
  deleteFieldRows,
  setActionTransaction,
  setFieldValues,
  updateFollower,
} from './store/draft-store.ts';
export { documentColumns } from './store/new-workflow-store.ts';
export type { NewDocument } from './store/plan-workflow.ts';
export {
  answeredAt,
  countBlockedWorkflows,
  countInWorkspaces,
  countOpenOf,
  countSent,
  type EndedWorkflow,
  findEnding,
  findEndings,
  findOrganizationOfWorkflow,
  handOverWorkflows,
  hasErasedWorkflow,
  hasReturnedMail,
  isAmongSent,
  isSigned,
  isUnderWay,
  listEndings,
  listFollowedIds,
  listIdsAfter,
  listIdsOfOrganization,
  listReceivedIds,
  listSentIds,
  readNumbering,
  readOwners,
  readWorkflowNames,
  type StartedPerson,
  startedPeopleOf,
  workspaceOfPeoples,
} from './store/workflow-facts-store.ts';
export { isSeenBy, type VisibleWorkspace } from './store/workflow-page-store.ts';
export { type FactsJson, factsOf, RECORD, readWorkflows } from './store/workflow-reading-store.ts';
export { byId, type WorkflowRecord } from './store/workflow-record.ts';
export {
  actionIdsOf,
  choiceOf,
  lockWorkflowRow,
  notificationTargetsOf,
  type RecipientAction,
  type RecipientField,
  recipientActionsOf,
  recipientFieldsOf,
  selectToLock,
} from './store/workflow-store.ts';
