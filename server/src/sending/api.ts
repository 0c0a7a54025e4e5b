/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  deleteUnfinished,
  findUnfinished,
  listUnfinishedBefore,
  listUnfinishedFiles,
} from './unfinished-store.ts';
