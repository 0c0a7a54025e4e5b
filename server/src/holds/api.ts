/** What other rooms may call. */

export { listActiveHolds, lockHoldsShared } from './hold-store.ts';
