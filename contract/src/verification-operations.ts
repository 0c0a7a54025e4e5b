import { Type } from 'typebox';
import { UPLOAD_REFUSALS } from './caller-refusals.ts';
import { DocumentForm } from './form-parts.ts';
import { operation } from './operation.ts';
import { exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';

/** `all` of the signatures, `some`, or `none`; null where there is no signature. */
const Share = nullable(oneOf(['all', 'some', 'none']));
const Coverage = oneOf(['whole-file', 'whole-revision', 'partial']);
const SinceSigning = oneOf(['unchanged', 'allowed-changes', 'changes-not-allowed', 'broken']);
const Reasons = Type.Array(Text, { description: 'What is wrong, in sentences; empty when nothing is' });
const Anchor = nullable(oneOf(['this-instance', 'named-by-operator']));

const Certificate = exact({
  /** A path to a root that this instance trusts, all of it valid when it was used, and nothing on it revoked. */
  trusted: Type.Boolean(),
  trustedBy: Anchor,
  reasons: Reasons,
  revocation: oneOf(['good', 'revoked', 'unknown']),
  checkedAt: nullable(Timestamp),
  checkedAtSource: nullable(oneOf(['timestamp', 'asked', 'claimed'])),
  chain: Type.Array(
    exact({
      name: nullable(Text),
      organization: nullable(Text),
      issuer: nullable(Text),
      serial: Text,
      validFrom: Timestamp,
      validUntil: Timestamp,
    }),
    { description: 'The signer’s own first, as far as issuers were found' },
  ),
});

const TimestampVerdict = exact({
  time: nullable(Timestamp),
  authority: nullable(Text),
  trusted: Type.Boolean(),
  trustedBy: Anchor,
  reasons: Reasons,
});

const SignatureVerdict = exact({
  fieldName: Text,
  signer: exact({ name: nullable(Text), organization: nullable(Text), emails: Type.Array(Text) }),
  reason: nullable(Text),
  claimedTime: nullable(Timestamp),
  provenTime: nullable(Timestamp),
  integrity: exact({ intact: Type.Boolean(), reasons: Reasons }),
  coverage: Coverage,
  sinceSigning: SinceSigning,
  changesAfter: Type.Array(
    exact({
      revision: Type.Integer({ minimum: 1 }),
      allowed: Type.Boolean(),
      changes: Type.Array(
        exact({
          kind: Text,
          sentence: Text,
          allowed: Type.Boolean(),
          objection: nullable(Text),
          page: nullable(Type.Integer({ minimum: 1 })),
          fieldName: nullable(Text),
        }),
      ),
    }),
    { description: 'Each revision appended after this signature, oldest first' },
  ),
  certificate: Certificate,
  timestamp: nullable(TimestampVerdict),
  timestampProblem: nullable(Text),
  level: nullable(oneOf(['B-B', 'B-T', 'B-LT', 'B-LTA'])),
});

/** What a PDF's signatures prove. Integrity, changes, identity and time are separate answers. */
export const VerificationReport = exact({
  sha256: Text,
  size: Type.Integer(),
  checkedAt: Timestamp,
  document: exact({
    signatures: Type.Integer(),
    intact: Share,
    sinceSigning: nullable(SinceSigning),
    identity: Share,
    time: Share,
    lastCoversWholeFile: Type.Boolean(),
    removedSignatures: Type.Array(Text),
    unreadableEvidence: Type.Integer(),
  }),
  signatures: Type.Array(SignatureVerdict, { description: 'In the order of their making' }),
  timestamps: Type.Array(exact({ ...TimestampVerdict.properties, fieldName: Text, coverage: Coverage }), {
    description: 'Document timestamps, oldest first',
  }),
  text: Type.String({ description: 'The same for people, as plain text' }),
});

export const verificationOperations = {
  verifyDocument: operation({
    method: 'POST',
    path: '/api/v1/verify',
    summary:
      'Evaluate the signatures of any PDF, sent as the part "document": who, when, and what changed after. ' +
      'Open to anybody; nothing of it is kept',
    access: 'open',
    countedAs: 'verification',
    body: DocumentForm,
    bodyKind: 'multipart',
    status: 200,
    answer: VerificationReport,
    refusals: UPLOAD_REFUSALS,
  }),
};
