import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type OWN_STORES, STORES } from '../../tools/store-tests.mjs';

/** What the tests run on besides the default: an instance's own database and files. */
export interface StoreChoice {
  postgresMajor: string;
  isEncrypted: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    storage: Record<string, string>;
  }
}

/** What `PARAPH_TEST_STORE` names; null: the embedded database, and documents as files. */
export function chooseStore(): StoreChoice | null {
  const name = process.env.PARAPH_TEST_STORE ?? '';
  if (name === '') return null;
  const choice = Object.entries(STORES).find(([each]) => each === name)?.[1];
  if (!choice)
    throw new Error(`PARAPH_TEST_STORE is "${name}"; there are ${Object.keys(STORES).join(', ')}.`);
  return choice;
}

/** A test that keeps documents in a store of its own: `OWN_STORES` has its reason, and a run on other stores names it. */
export interface OwnStore {
  ownOf: keyof typeof OWN_STORES;
}

/** The store that `PARAPH_TEST_STORE` names; the same without encryption, for tests that begin it; or one's own. */
export type TestStorage = 'chosen' | 'unencrypted' | OwnStore;

/** The settings of an instance's documents, below a prefix of its own. */
export function storageSettings(storage: TestStorage = 'chosen'): Record<string, string> {
  const { PARAPH_ENCRYPTION_KEYS: keys, ...settings } = inject('storage');
  if (typeof storage === 'object' || settings.PARAPH_S3_URL === undefined) return {};
  const encryption = storage === 'chosen' && keys !== undefined ? { PARAPH_ENCRYPTION_KEYS: keys } : {};
  return { ...settings, ...encryption, PARAPH_S3_PREFIX: `${randomBytes(6).toString('hex')}/` };
}

/** Whether what is stored is encrypted, where a test has not chosen for itself. */
export const isEncrypted = (): boolean => inject('storage').PARAPH_ENCRYPTION_KEYS !== undefined;
