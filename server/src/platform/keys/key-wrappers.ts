import { type KeyWrapper, StorageFault, UnreadableBlobFault, type WrappedKey } from '@paraph/storage';
import { callWhole, OPERATORS_POLICY } from '../outside/http-client.ts';
import { Pkcs11Error } from './pkcs11-module.ts';
import type { Pkcs11Token } from './pkcs11-token.ts';

/** A key of a service that encrypts for others and never gives the key away: the interface of Vault's transit engine. */
export interface WrappingService {
  /** Below it are `encrypt/NAME`, `decrypt/NAME` and `rewrap/NAME`. */
  url: string;
  name: string;
  token: string;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export function serviceWrapper(service: WrappingService): KeyWrapper {
  const wrap = async (verb: 'encrypt' | 'rewrap', body: Record<string, string>): Promise<WrappedKey> => {
    const { ciphertext } = await call(service, verb, body);
    // The service renews its key by itself: what it returns names the version that it used.
    const version = /^\w+:v(\d+):/.exec(ciphertext ?? '')?.[1];
    if (ciphertext === undefined || version === undefined) throw unexpected(service, 'no ciphertext');
    return { wrappingKey: `service:${service.name}:v${version}`, wrapped: Buffer.from(ciphertext) };
  };
  return {
    wrap: (dataKey) => wrap('encrypt', { plaintext: Buffer.from(dataKey).toString('base64') }),
    has: (wrappingKey) => wrappingKey.startsWith(`service:${service.name}:v`),
    unwrap: async ({ wrapped }) => {
      const { plaintext } = await call(service, 'decrypt', { ciphertext: wrapped.toString() });
      if (plaintext === undefined) throw unexpected(service, 'no plaintext');
      return Buffer.from(plaintext, 'base64');
    },
    rewrap: ({ wrapped }) => wrap('rewrap', { ciphertext: wrapped.toString() }),
  };
}

interface Answer {
  plaintext?: string;
  ciphertext?: string;
}

async function call(service: WrappingService, verb: string, body: Record<string, string>): Promise<Answer> {
  const { url, name, token } = service;
  const answer = await callWhole({
    ...OPERATORS_POLICY,
    url: `${url}/${verb}/${name}`,
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
  }).catch((error: Error) => {
    throw new StorageFault(
      `The key service at ${new URL(url).host} could not be reached: ${error.message}`,
      error,
    );
  });
  // It was asked for what it did not encrypt, or not with this key.
  if (answer.status === 400 && verb !== 'encrypt') throw new UnreadableBlobFault();
  if (answer.status !== 200) throw unexpected(service, String(answer.status));
  return (JSON.parse(answer.bytes.toString()) as { data?: Answer }).data ?? {};
}

function unexpected({ url, name }: WrappingService, what: string): StorageFault {
  return new StorageFault(`The key service at ${new URL(url).host} answered ${what} for the key ${name}.`);
}

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
