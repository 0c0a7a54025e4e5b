import { Fault } from '@paraph/domain';
import type { ByteSource } from '@paraph/storage';

export type { ByteSource } from '@paraph/storage';

/** Somewhere files can be written to that belongs to others, whose files are there too. */
export interface Destination {
  host: string;
  /** Makes the folders that are missing, one in the other. */
  makeFolders(names: readonly string[]): Promise<void>;
  /** `taken`: there is a file of this name, which stays as it is. */
  put(path: readonly string[], source: ByteSource): Promise<'stored' | 'taken'>;
  /** Of all bytes that are there; null where there is no such file. */
  hash(path: readonly string[]): Promise<Buffer | null>;
  remove(path: readonly string[]): Promise<void>;
}

/** What a server answered that has not done what it was asked. */
export class DestinationFault extends Fault {
  /** Null where there was no answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { retryable: true, ...(cause === undefined ? {} : { cause }) });
    this.status = status;
  }
}

const WORDS: Readonly<Record<number, string>> = {
  401: 'user or password are not accepted',
  403: 'this user may not write there',
  404: 'there is no such folder',
  405: 'nothing can be written at this address',
  409: 'the folder around it is missing',
  413: 'the file is too large for it',
  423: 'the folder is locked',
  429: 'too many requests',
  503: 'it is not available now',
  507: 'there is no room left',
};

export function statusFault(status: number, said: string | null = null): DestinationFault {
  const words =
    said ?? WORDS[status] ?? (status >= 300 && status < 400 ? 'the address leads elsewhere' : null);
  return new DestinationFault(`The server answered ${status}${words === null ? '' : ` (${words})`}.`, status);
}

/** How long a file may take: a tenth of a megabyte a second at least. */
export function timeoutMsFor(bytes: number): number {
  return 30_000 + Math.ceil(bytes / 100);
}

/** Sends a file. @throws what reading it throws, as it is, whatever becomes of the connection then */
export async function sendFrom<T>(source: ByteSource, send: (read: ByteSource) => Promise<T>): Promise<T> {
  let failure: unknown;
  async function* open() {
    try {
      yield* source.open();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return send({ ...source, open }).catch((error: unknown) => {
    throw failure ?? error;
  });
}
