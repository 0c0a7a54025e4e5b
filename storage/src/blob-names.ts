/** Where the times come from by which blobs are named and requests signed: an argument, as in all that is tested. */
export interface Clock {
  now(): Date;
}

/** Where randomness comes from, for names and data keys. */
export interface Ids {
  bytes(count: number): Uint8Array;
}

const BLOB_KEY = /^[0-9]{8}[0-9a-f]{32}$/;

/**
 * The key of a new blob: the day (UTC), which is its folder, 44 bits of milliseconds since 1970, and 84 random bits.
 * Later keys sort after earlier ones.
 */
export function newBlobKey(ids: Ids, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  return day + now.getTime().toString(16).padStart(11, '0') + newFileName(ids).slice(11);
}

/** For a file that is on its way: 128 random bits. */
export function newFileName(ids: Ids): string {
  return Buffer.from(ids.bytes(16)).toString('hex');
}

/** The name of a blob below its root: its folder and its key. */
export function nameOf(key: string): string {
  if (!BLOB_KEY.test(key)) throw new Error('not a blob key');
  return `${key.slice(0, 8)}/${key}`;
}

/** The key in a name that `nameOf` made; null for any other. */
export function keyIn(name: string): string | null {
  const key = name.slice(9);
  return BLOB_KEY.test(key) && nameOf(key) === name ? key : null;
}

export function isFolder(name: string): boolean {
  return /^[0-9]{8}$/.test(name);
}
