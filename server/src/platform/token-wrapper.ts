import { type KeyWrapper, StorageFault, UnreadableBlobFault } from '@paraph/storage';
import { Pkcs11Error } from './pkcs11-module.ts';
import type { Pkcs11Token } from './pkcs11-token.ts';

/** AES Key Wrap with a key that never leaves its token. */
export function tokenWrapper(token: Pkcs11Token, label: string): KeyWrapper {
  const wrappingKey = `pkcs11:${label}`;
  return {
    wrap: async (dataKey) => ({ wrappingKey, wrapped: await atToken(token.wrapKey(label, dataKey)) }),
    has: (name) => name === wrappingKey,
    unwrap: ({ wrapped }) => atToken(token.unwrapKey(label, wrapped)),
  };
}

async function atToken(work: Promise<Buffer>): Promise<Buffer> {
  try {
    return await work;
  } catch (error) {
    const { cause, message } = error as Error;
    if (cause instanceof Pkcs11Error && cause.isAboutWrappedKey) throw new UnreadableBlobFault();
    throw new StorageFault(message, error);
  }
}
