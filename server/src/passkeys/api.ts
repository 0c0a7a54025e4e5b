/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  countPasskeyUse,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeyHolders,
  listPasskeys,
  type StoredPasskey,
} from './passkey-store.ts';
