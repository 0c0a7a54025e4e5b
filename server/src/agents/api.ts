/** The store functions of this room that others may call; its use cases are imported from their own files. */
export { deleteEndedRequests } from './request-store.ts';
