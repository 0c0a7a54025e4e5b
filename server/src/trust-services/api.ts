/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export { listProvidedSeals, type ProvidedSeal, saveProvidedSeal } from './seal-credential-store.ts';
export { countEnabledProviders } from './trust-provider-store.ts';
