import { createHash } from 'node:crypto';
import {
  type Answer,
  type ByteSource,
  type Client,
  callOnce,
  type Exchange,
  elementOf,
} from './object-store.ts';

export type { ByteSource } from './object-store.ts';

/** What a bucket said to one call, without a second try: its caller knows what to do about it. */
export interface BucketAnswer {
  status: number;
  /** In the words of the store; null where it has none. */
  words: string | null;
}

/** A bucket of which the caller chooses the names, among others' objects. */
export interface Bucket {
  /** 412: there is an object of that name, which stays as it is. */
  put(name: string, source: ByteSource): Promise<BucketAnswer>;
  /** The SHA-256 of an object, by reading all of it; null if there is none. */
  hash(name: string): Promise<BucketAnswer & { sha256: Buffer | null }>;
  remove(name: string): Promise<BucketAnswer>;
}

/** Its calls throw what the connection throws. */
export function openBucket(client: Client): Bucket {
  const call = (exchange: Exchange) => callOnce(client, { ...exchange, name: encodeName(exchange.name) });
  return {
    put: async (name, source) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'if-none-match': '*',
        'x-amz-checksum-sha256': source.sha256.toString('base64'),
      };
      const bodySha256 = source.sha256.toString('hex');
      return answerOf(await call({ method: 'PUT', name, source, bodySha256, headers }));
    },
    hash: async (name) => {
      const hash = createHash('sha256');
      const answer = await call({ method: 'GET', name, target: hash });
      return { ...answerOf(answer), sha256: answer.status === 200 ? hash.digest() : null };
    },
    remove: async (name) => answerOf(await call({ method: 'DELETE', name })),
  };
}

function answerOf({ status, text }: Answer): BucketAnswer {
  return { status, words: elementOf(text, 'Message') ?? elementOf(text, 'Code') };
}

/** As the signature of a call spells it (AWS Signature Version 4, canonical URI), so that both sides see one name. */
function encodeName(name: string): string {
  const spelled = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  return name.split('/').map(spelled).join('/');
}
