import { emailKey } from '@paraph/domain';

/** As it was made: drawn, typed in a font, or uploaded. */
interface DeviceMark {
  readonly method: 'draw' | 'type' | 'upload';
  readonly text: string | null;
  readonly font: string | null;
  /** Base64 without a data: prefix. */
  readonly png: string;
}

export type DeviceMarks = Readonly<Record<'signature' | 'initials', DeviceMark | null>>;

/**
 * What this browser knows about a guest: the marks that they keep here, that they want none kept, or that others use
 * the device and nothing is kept for anyone; null where they were not asked yet.
 */
export type DeviceAnswer = DeviceMarks | 'refused' | 'shared' | null;

const DATABASE = 'paraph.marks';
const STORE = 'people';
/** No hash of an address. */
const SHARED = 'shared';

/** @throws where the browser refuses storage, as private windows may, or the page is not secured by https */
export async function readDeviceAnswer(email: string): Promise<DeviceAnswer> {
  const person = await keyOf(email);
  return inStore('readonly', async (store) => {
    if ((await resultOf(store.get(SHARED))) !== undefined) return 'shared';
    return ((await resultOf(store.get(person))) as DeviceMarks | 'refused' | undefined) ?? null;
  });
}

/** Replaces what was known of the person; null leaves no trace of them. `shared` removes the marks of everyone. */
export async function writeDeviceAnswer(email: string, answer: DeviceAnswer): Promise<void> {
  const person = await keyOf(email);
  await inStore('readwrite', async (store) => {
    if (answer === 'shared') {
      store.clear();
      return void (await resultOf(store.put(true, SHARED)));
    }
    store.delete(SHARED);
    if (answer === null) await resultOf(store.delete(person));
    else await resultOf(store.put(answer, person));
  });
}

export async function isDeviceShared(): Promise<boolean> {
  return inStore('readonly', async (store) => (await resultOf(store.get(SHARED))) !== undefined);
}

/** Forgets the marks of everyone; that a device is shared stays known. */
export async function forgetDeviceMarks({ isShared }: { isShared: boolean }): Promise<void> {
  await inStore('readwrite', async (store) => {
    store.clear();
    if (isShared) await resultOf(store.put(true, SHARED));
  });
}

/** One row for each address, by its hash: a person is offered theirs alone, and the rows name nobody. */
async function keyOf(email: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(emailKey(email)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const over = Promise.withResolvers<void>();
    transaction.oncomplete = () => over.resolve();
    transaction.onabort = () => over.reject(transaction.error);
    // A row is there once its transaction is over: a full disk is noticed at the end.
    const [result] = await Promise.all([act(transaction.objectStore(STORE)), over.promise]);
    return result;
  } finally {
    database.close();
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
