import { type Belongings, named, ofInstance, through } from '../database/belonging.ts';

export const BELONGINGS = {
  files: named(
    'A template and the workflows made of it, or an account and what it signed, name the same file.',
  ),
  blob_keys: through('files', 'blob_key', {
    key: 'blob_key',
    otherwise: 'A blob whose row is gone already, or not there yet.',
    stays:
      'Wrapped by a key of the instance: a file is taken along in clear, inside of what is encrypted as a whole.',
  }),
  wrapping_keys: ofInstance('Which keys the operator has, for the blobs of all organizations.'),
  replaced_blobs: ofInstance('Blobs that are removed in an hour, by their names alone.'),
  blob_leases: ofInstance('Of a backup, or of whatever else reads all blobs.'),
} as const satisfies Belongings;
