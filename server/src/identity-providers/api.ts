/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { countIdentityProviders } from './identity-provider-store.ts';
export { deleteIdentitiesOf, listIdentitiesOf } from './sign-in-store.ts';
