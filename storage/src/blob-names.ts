/** Where the times come from by which blobs are named and requests signed: an argument, as in all that is tested. */
export interface Clock {
  now(): Date;
}

/** Where randomness comes from, for names and data keys. */
export interface Ids {
  bytes(count: number): Uint8Array;
}

// Current keys begin with the day of creation, which is the folder; those of earlier versions are 32 random digits.
const DATED_KEY = /^[0-9]{8}[0-9a-f]{32}$/;
const OLD_KEY = /^[0-9a-f]{32}$/;

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
  const folder = folderOf(key);
  if (folder === null) throw new Error('not a blob key');
  return `${folder}/${key}`;
}

/** The key in a name that `nameOf` made; null for any other. */
export function keyIn(name: string): string | null {
  const [folder, key = '', ...more] = name.split('/');
  return more.length === 0 && folderOf(key) === folder ? key : null;
}

export function isFolder(name: string): boolean {
  return /^([0-9]{8}|[0-9a-f]{2})$/.test(name);
}

function folderOf(key: string): string | null {
  if (DATED_KEY.test(key)) return key.slice(0, 8);
  return OLD_KEY.test(key) ? key.slice(0, 2) : null;
}
