import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

/** What the tests run on besides the default: an instance's own database and files. */
export interface StoreChoice {
  postgresMajor: string;
  isEncrypted: boolean;
}

const CHOICES: Readonly<Record<string, StoreChoice>> = {
  'pg15-s3': { postgresMajor: '15', isEncrypted: false },
  'pg18-s3-encrypted': { postgresMajor: '18', isEncrypted: true },
};

declare module 'vitest' {
  interface ProvidedContext {
    storage: Record<string, string>;
  }
}

/** What `PARAPH_TEST_STORE` names; null: the embedded database, and documents as files. */
export function chooseStore(name = process.env.PARAPH_TEST_STORE ?? ''): StoreChoice | null {
  if (name === '') return null;
  const choice = CHOICES[name];
  if (!choice)
    throw new Error(`PARAPH_TEST_STORE is "${name}"; there are ${Object.keys(CHOICES).join(', ')}.`);
  return choice;
}

/** The settings of an instance's documents on the chosen store, below a prefix of its own. */
export function storageSettings(): Record<string, string> {
  const settings = inject('storage');
  if (settings.PARAPH_S3_URL === undefined) return {};
  return { ...settings, PARAPH_S3_PREFIX: `${randomBytes(6).toString('hex')}/` };
}
