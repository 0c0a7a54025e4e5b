import type { Defaulted, Id } from './columns.ts';

// The tables of the files room.

export interface FileRow {
  id: Id;
  blob_key: string;
  sha256: Buffer;
  size: number;
  format: string;
  created_at: Date;
  chunk_digests: Defaulted<Buffer | null>;
  checked_at: Defaulted<Date>;
  finding: Defaulted<'damaged' | 'missing' | null>;
  reported_finding: Defaulted<string | null>;
  /** The file that begins with this one, and whose blob holds its bytes. */
  part_of: Defaulted<number | null>;
}

export interface WrappingKeyRow {
  id: string;
  probe: Buffer;
}

export interface ReplacedBlobRow {
  blob_key: string;
  replaced_at: Date;
}

export interface BlobKeyRow {
  blob_key: string;
  wrapping_key: string;
  wrapped: Buffer;
}

export interface BlobLeaseRow {
  holder: string;
  ends_at: Date;
}
