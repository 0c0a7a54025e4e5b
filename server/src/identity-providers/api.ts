/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  countIdentityProviders,
  findConnectionRow,
  isProvenDomain,
  listConnectionRows,
  type StoredIdentityProvider,
} from './identity-provider-store.ts';
export { deleteIdentitiesOf, endSessionsOfPerson, hasIdentity, listIdentitiesOf } from './sign-in-store.ts';
