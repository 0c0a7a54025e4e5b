import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { UnreadableBlobFault } from './faults.ts';

/** The data key of a blob, encrypted with a wrapping key. */
export interface WrappedKey {
  /** Names the wrapping key. */
  wrappingKey: string;
  wrapped: Buffer;
}

/** Encrypts data keys with a wrapping key that it holds or calls. */
export interface KeyWrapper {
  wrap(dataKey: Uint8Array): Promise<WrappedKey>;
  /** Whether it has the wrapping key of that name. */
  has(wrappingKey: string): boolean;
  /** @throws UnreadableBlobFault if the key was changed, or wrapped by another one; StorageFault while unreachable */
  unwrap(key: WrappedKey): Promise<Buffer>;
  /** Wraps with the current key what another one wrapped. By default it is unwrapped here in between. */
  rewrap?(key: WrappedKey): Promise<WrappedKey>;
}

/** All wrapping keys of an instance. */
export type JoinedWrapper = Required<KeyWrapper>;

/** Wraps with the first of several wrapping keys; unwraps with the one that is named. */
export function joinWrappers([current, ...former]: readonly [KeyWrapper, ...KeyWrapper[]]): JoinedWrapper {
  const wrappers = [current, ...former];
  const unwrap = async (key: WrappedKey): Promise<Buffer> => {
    const wrapper = wrappers.find((each) => each.has(key.wrappingKey));
    if (!wrapper) throw new UnreadableBlobFault();
    return wrapper.unwrap(key);
  };
  return {
    wrap: (dataKey) => current.wrap(dataKey),
    has: (wrappingKey) => wrappers.some((each) => each.has(wrappingKey)),
    unwrap,
    rewrap: async (key) =>
      current.rewrap && current.has(key.wrappingKey) ? current.rewrap(key) : current.wrap(await unwrap(key)),
  };
}

const WRAPPING_KEY_BYTES = 32;
/** RFC 3394 §2.2.3.1 */
const INITIAL_VALUE = Buffer.alloc(8, 0xa6);

/** AES Key Wrap (RFC 3394) with a key in memory. The key is named by its hash. */
export function localWrapper(key: Buffer): KeyWrapper {
  if (key.length !== WRAPPING_KEY_BYTES) throw new Error('a wrapping key has 256 bits');
  const hash = createHash('sha256').update('paraph wrapping key\0').update(key).digest('hex');
  const wrappingKey = `file:${hash.slice(0, 16)}`;
  return {
    wrap: async (dataKey) => {
      const cipher = createCipheriv('id-aes256-wrap', key, INITIAL_VALUE);
      return { wrappingKey, wrapped: Buffer.concat([cipher.update(dataKey), cipher.final()]) };
    },
    has: (name) => name === wrappingKey,
    unwrap: async ({ wrapped }) => {
      const decipher = createDecipheriv('id-aes256-wrap', key, INITIAL_VALUE);
      try {
        return Buffer.concat([decipher.update(wrapped), decipher.final()]);
      } catch {
        throw new UnreadableBlobFault();
      }
    },
  };
}
