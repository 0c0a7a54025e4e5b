/** What others may use of this room beside its use cases. */
export { viewApiKey } from './developer-view.ts';
