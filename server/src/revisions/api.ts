/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  dropUpdates,
  insertRevisions,
  latestSizesAmong,
  listRevisions,
  type RevisedUpdate,
  type RevisionFacts,
  replaceUpdate,
  revisionsOf,
  toRevision,
} from './revision-store.ts';
