/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  countPasskeyUse,
  deletePasskey,
  deletePasskeysOf,
  findPasskey,
  insertPasskey,
  listPasskeyHolders,
  listPasskeys,
  type StoredPasskey,
} from './passkey-store.ts';
