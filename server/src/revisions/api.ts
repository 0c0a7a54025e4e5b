/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  dropUpdates,
  insertRevisions,
  latestSizeOf,
  listRevisions,
  type RevisedUpdate,
  type RevisionFacts,
  replaceUpdate,
  revisionsOf,
  toRevision,
} from './revision-store.ts';
