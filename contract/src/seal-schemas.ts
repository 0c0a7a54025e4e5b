import { SEAL_STATUSES } from '@paraph/domain';
import { Type } from 'typebox';
import { described, EnvelopeId, exact, Id, nullable, oneOf, Sha256, Text, Timestamp } from './schemas.ts';
import { Metadata } from './workflow-schemas.ts';

const StoredFile = exact({
  sha256: described(Sha256, 'SHA-256 of the file in lowercase hexadecimal'),
  size: described(Type.Integer(), 'Bytes'),
});

const seal = {
  id: described(EnvelopeId, 'Id of the seal'),
  workspaceId: described(Id, 'Id of its workspace'),
  name: described(Text, 'What it is called in lists'),
  fileName: described(Text, 'The name of the file that was sent'),
  status: described(
    oneOf(SEAL_STATUSES),
    '`pending`: it is made as soon as what it waits for answers; `failed`: it needs a retry',
  ),
  cause: described(nullable(Text), 'What it waits for, or why it failed; null where nothing is in the way'),
  createDate: described(Timestamp, 'When it was asked for, in seconds since 1970'),
  endDate: described(nullable(Timestamp), 'When the file was sealed, in seconds since 1970; null until then'),
  createdBy: described(Text, 'Name of the user who asked for it; the file names the organization alone'),
  original: described(
    StoredFile,
    'The file as it was sent; with what was appended, where its pages were made one',
  ),
  sealed: described(nullable(StoredFile), 'The sealed file, which begins with the original; null until then'),
  content: described(
    nullable(Text),
    'The address of the sealed file; it needs a credential. Null until then',
  ),
  certificate: described(
    nullable(Text),
    'The address of the certificate of sealing; it needs a credential. Null until then',
  ),
  metadata: described(Metadata, 'Your own pairs; `[]` when empty'),
};

/** A file that an organization has sealed, or is about to (interface.md §5.7). */
export const OrganizationSeal = exact(seal);

/** The body of notifications about it (interface.md §9). */
export const NotifiedSeal = exact({
  ...seal,
  event: described(
    exact({
      name: described(Text, 'What happened, as in `Paraph-Event`'),
      time: described(Timestamp, 'When it happened, in seconds since 1970'),
    }),
    'What happened, covered by the signature',
  ),
});
