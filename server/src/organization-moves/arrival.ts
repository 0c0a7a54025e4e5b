import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';

// What an instance says once it has read an archive in. The instance that wrote the archive computes the same, so that
// it ends no organization that has not arrived: neither another one, nor one of another archive.

export interface Arrived {
  organizationId: number;
  archive: string;
  /** The key of the log of the instance that wrote the archive. */
  logKey: string;
  /** Of the instance that has read it in. */
  cell: number;
}

/** A leaf of the logs of both instances. */
export function arrivalHash({ organizationId: organization, archive, logKey: from, cell }: Arrived): Buffer {
  return sha256(canonicalJson({ archive, cell, from, organization }));
}

export function arrivalText(arrived: Arrived): string {
  return `${arrived.cell}-${arrivalHash(arrived).toString('hex')}`;
}

/** Null where the text is none. */
export function readArrival(text: string): { cell: number; hash: Buffer } | null {
  const [, cell, hash] = /^(\d{1,4})-([0-9a-f]{64})$/.exec(text) ?? [];
  return hash === undefined ? null : { cell: Number(cell), hash: Buffer.from(hash, 'hex') };
}
