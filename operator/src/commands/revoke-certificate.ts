import {
  REVOCATION_REASONS,
  type RevocationReason,
  revokeCertificate,
} from '@paraph/server/authority/revoke-certificate.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

const NAMES = Object.keys(REVOCATION_REASONS);

export const revokeCertificateCommand = defineCommand({
  name: 'revoke-certificate',
  about: 'Revoke the certificate of a signer from now on; signatures timestamped before remain valid.',
  options: {
    serial: {
      type: 'string',
      required: true,
      placeholder: 'HEX',
      about: 'Its serial number, as in the evidence of a document or on the page /verify.',
    },
    reason: { type: 'string', placeholder: 'REASON', about: `Why: ${NAMES.join(', ')}.` },
  },
  run: async ({ serial, reason = null }) => {
    if (reason !== null && !isReason(reason))
      throw new UsageError(`"${reason}" is no reason; choose one of ${NAMES.join(', ')}.`);
    const revoked = await withDatabase((deps) => revokeCertificate(deps, { serial, reason }));
    const { subject, revokedAt, isNew } = revoked;
    const what = `The certificate ${revoked.serial} of ${subject}`;
    const text = isNew
      ? `${what} is revoked; /authority/crl and /authority/ocsp say so from now on.`
      : `${what} was revoked before, on ${revokedAt.toISOString()}.`;
    return { text, data: { ...revoked, revokedAt: revokedAt.toISOString() } };
  },
});

function isReason(text: string): text is RevocationReason {
  return Object.hasOwn(REVOCATION_REASONS, text);
}
