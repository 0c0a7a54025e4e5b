/** The store functions of this room that other rooms may call. */
export { deleteProvisionedOf, listProvisionedOf } from './provisioning-store.ts';
