/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  countFailedMails,
  countQueuedMails,
  countWaitingMails,
  deleteAccountMails,
  deleteMailsToSender,
  deleteQueuedMailsToSender,
  listMailsTo,
  replaceInviter,
} from './mail-store.ts';
export { deleteMailWishes, readMailWishes } from './wish-store.ts';
