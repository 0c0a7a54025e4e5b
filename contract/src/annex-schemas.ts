import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { described, exact, Id, Text } from './schemas.ts';

/** What pages of recipients and followers show of files for information. */
export const ShownAnnexes = described(
  Type.Array(
    exact({ id: Id, name: Text, size: described(Type.Integer(), 'Bytes'), sha256: Text, url: Text }),
  ),
  'The files that the sender has added for information; nobody signs them',
);

/** A file that nobody signs. */
export const AnnexUpload = Type.Unsafe({ format: 'upload', description: 'Any file of at most 20 MiB' });

/** One part `annex`, or several. */
export const AnnexUploads = Type.Optional(
  Type.Union([AnnexUpload, Type.Array(AnnexUpload, { minItems: 1, maxItems: LIMITS.workflowAnnexesMax })], {
    description:
      'A file for information, of at most 20 MiB; each further part `annex` is a further one, up to 20',
  }),
);
