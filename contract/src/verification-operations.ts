import { Type } from 'typebox';
import { DocumentForm, UPLOAD_REFUSALS } from './form-parts.ts';
import { operation } from './operation.ts';
import { ReachedLevel } from './reached-level.ts';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';

/** `all` of the signatures, `some`, or `none`; null where there is no signature. */
const Share = nullable(oneOf(['all', 'some', 'none']));
const Coverage = oneOf(['whole-file', 'whole-revision', 'partial']);
const SinceSigning = oneOf(['unchanged', 'allowed-changes', 'unknown', 'changes-not-allowed', 'broken']);
const Reasons = Type.Array(Text, { description: 'What is wrong, in sentences; empty when nothing is' });
const Anchor = nullable(oneOf(['this-instance', 'named-by-operator', 'named-by-organization', 'sandbox']));
const ANCHOR_TEXT =
  'The root: this instance’s own, one that its operator named, one that an organization of the caller named for its ' +
  'providers, or the sandbox’s of an instance on loopback, which has no legal effect; null where none is trusted';

const Certificate = exact({
  /** A path to a root that this instance trusts, all of it valid when it was used, and nothing on it revoked. */
  trusted: described(
    Type.Boolean(),
    'Whether a path leads to a root that this instance trusts, valid when it was used and not revoked',
  ),
  trustedBy: described(Anchor, ANCHOR_TEXT),
  reasons: Reasons,
  revocation: described(oneOf(['good', 'revoked', 'unknown']), 'What a proof of revocation status says'),
  checkedAt: described(
    nullable(Timestamp),
    'The time that the certificate was checked for, in seconds since 1970',
  ),
  checkedAtSource: described(
    nullable(oneOf(['timestamp', 'asked', 'claimed'])),
    'Where that time comes from: a timestamp, the caller, or the signature’s own claim',
  ),
  chain: Type.Array(
    exact({
      name: described(nullable(Text), 'The common name'),
      organization: described(nullable(Text), 'The organization'),
      issuer: described(nullable(Text), 'The common name of the issuer'),
      serial: described(Text, 'In hexadecimal'),
      validFrom: described(Timestamp, 'In seconds since 1970'),
      validUntil: described(Timestamp, 'In seconds since 1970'),
    }),
    { description: 'The signer’s own first, as far as issuers were found' },
  ),
});

const TimestampVerdict = exact({
  time: described(nullable(Timestamp), 'The time that the timestamp states, in seconds since 1970'),
  authority: described(nullable(Text), 'The common name of the authority that issued it'),
  trusted: described(Type.Boolean(), 'Whether its certificate is trusted'),
  trustedBy: described(Anchor, ANCHOR_TEXT),
  reasons: Reasons,
});

/** Of EN 319 102-1; those that this service can reach. */
const SUB_INDICATIONS = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'SIG_CONSTRAINTS_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'TRY_LATER',
] as const;

const Verdict = exact({
  state: described(
    oneOf(['as-signed', 'changed', 'not-logged', 'damaged', 'cannot-be-judged', 'not-signed']),
    'Whether the file is as it was signed; says nothing of who signed. damaged: programs have to repair it, and ' +
      'nothing that they then show was changed; not-logged: a certificate of this instance is not in its log: the ' +
      'signature was made unseen, with the keys of the service',
  ),
  reason: described(
    oneOf([
      'intact',
      'signature-removed',
      'bytes',
      'uncovered',
      'content',
      'not-logged',
      'unwitnessed',
      'added',
      'unknown',
      'damaged',
      'weak',
      'two-faced',
      'no-signature',
    ]),
    'unwitnessed: its certificate is in the log by the word of the service alone, and witnesses are asked for; ' +
      'two-faced: it shows one thing on a screen and another one in print or to other readers (`document.twoFaced`); damaged: as the state, or where it cannot be judged: programs may show the damaged file in different ways; added: what shows on a page was added or changed after a signature, as it is permitted, and no later ' +
      'signature of a confirmed signer covers it; or another value stands where one was signed',
  ),
});

const LogVerdict = exact({
  state: described(
    oneOf(['logged', 'not-logged', 'not-demanded', 'unwitnessed']),
    'not-logged: it is not in the log as it has to be, and counts for nothing; not-demanded: it is not, and is proven ' +
      'to be older than that demand; unwitnessed: it is by the word of the service alone, and a witness is asked for',
  ),
  sentence: described(Text, 'The result in words'),
  origin: described(Text, 'The name of the log'),
  index: described(
    nullable(Type.Integer()),
    'The leaf, from 0, as the signature states it; null without a proof',
  ),
  addedAt: described(nullable(Timestamp), 'When the log took it, in seconds since 1970'),
  seenBy: described(
    Type.Array(
      exact({
        name: described(Text, 'The name of the witness'),
        seenAt: described(
          Timestamp,
          'When it saw the log with this leaf, by its word, in seconds since 1970',
        ),
      }),
    ),
    'Who else has seen it in the log: the witnesses that the service asks',
  ),
  reasons: Reasons,
});

const QualifiedClaim = exact({
  state: described(
    oneOf(['confirmed', 'not-confirmed', 'sandbox']),
    'confirmed: the certificate is complete, not revoked, and leads to a named authority; sandbox: no legal effect',
  ),
  purpose: described(
    oneOf(['signature', 'seal']),
    'seal: of an organization, which states where the document comes from',
  ),
  reasons: described(Type.Array(Text), 'Why it is not confirmed, in sentences; empty where it is'),
  sentence: described(Text, 'The result in words'),
});

const Displayed = exact({
  posX: described(Type.Number(), 'Percent of the displayed page, from its left edge'),
  posY: described(Type.Number(), 'Percent of the displayed page, from its top edge'),
  width: described(Type.Number(), 'Percent of the width of the page'),
  height: described(Type.Number(), 'Percent of the height of the page'),
});

const SignatureVerdict = exact({
  fieldName: described(Text, 'The name of the signature field'),
  signer: described(
    exact({
      name: described(nullable(Text), 'The common name'),
      organization: described(nullable(Text), 'The organization'),
      emails: described(Type.Array(Text), 'Email addresses in the certificate'),
    }),
    'As the certificate names the signer',
  ),
  reason: described(nullable(Text), 'The reason that the signature states'),
  claimedTime: described(nullable(Timestamp), 'When it was signed by its own claim, in seconds since 1970'),
  provenTime: described(
    nullable(Timestamp),
    'The time that a trusted timestamp proves, in seconds since 1970',
  ),
  integrity: described(
    exact({
      intact: described(Type.Boolean(), 'Whether the signature fits the bytes that it covers'),
      state: described(
        oneOf(['intact', 'weak', 'unknown', 'changed']),
        'weak: it fits, by an algorithm or key that can be forged; unknown: it cannot be judged; ' +
          'changed: it does not fit',
      ),
      reasons: Reasons,
    }),
    'Whether the signed bytes are as they were signed',
  ),
  coverage: described(Coverage, 'How much of the file it covers'),
  sinceSigning: described(SinceSigning, 'What was appended after it, as its certification allows or not'),
  permits: described(
    nullable(Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)])),
    'What its certification or lock lets follow: 1 timestamps, 2 also filling in and signing, 3 also annotating; null ' +
      'without either',
  ),
  changesAfter: Type.Array(
    exact({
      revision: described(Type.Integer({ minimum: 1 }), 'Number of the revision, from 1'),
      allowed: described(Type.Boolean(), 'Whether all its changes are allowed'),
      confirmedBy: described(
        nullable(Text),
        'The field of the first later signature that covers this revision and whose signer is confirmed; null where ' +
          'none does: then nobody who is known answers for it',
      ),
      changes: described(
        Type.Array(
          exact({
            kind: described(Text, 'The kind of change'),
            sentence: described(Text, 'The change in words'),
            allowed: described(Type.Boolean(), 'Whether it is allowed'),
            objection: described(nullable(Text), 'Why it is not allowed; else null'),
            page: described(
              nullable(Type.Integer({ minimum: 1 })),
              'Page of the document, from 1; null where it is on none',
            ),
            fieldName: described(
              nullable(Text),
              'The form field that it changes; null where it changes none',
            ),
            oldValue: described(
              nullable(Text),
              'What a field held before it was filled in, at most 200 characters; null where it was empty',
            ),
            newValue: described(nullable(Text), 'What it holds after that; null where it is empty'),
            displayed: described(
              nullable(Displayed),
              'Where a field or annotation was laid over the page; null for every other change',
            ),
            share: described(nullable(Type.Number()), 'The share of the page that this takes, in percent'),
            covers: described(
              nullable(Type.Boolean()),
              'Whether it hides something that the page showed when it was signed; null where pictures were not ' +
                'compared',
            ),
          }),
        ),
        'What it changes',
      ),
    }),
    { description: 'Each revision appended after this signature, oldest first' },
  ),
  certificate: described(Certificate, 'The signer’s certificate'),
  timestamp: described(nullable(TimestampVerdict), 'The signature timestamp; null where there is none'),
  timestampProblem: described(nullable(Text), 'Why the timestamp cannot be read; else null'),
  indication: described(
    exact({
      main: described(oneOf(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']), 'The main indication'),
      sub: described(nullable(oneOf(SUB_INDICATIONS)), 'The sub-indication; null for TOTAL-PASSED'),
    }),
    'The result in the words of EN 319 102-1, together with trust',
  ),
  reached: described(
    nullable(ReachedLevel),
    'How the signer was identified and who held the key, for certificates of this instance; else null',
  ),
  qualified: described(
    nullable(QualifiedClaim),
    'What becomes of the certificate’s statement that it is qualified; null where it does not state it',
  ),
  log: described(
    nullable(LogVerdict),
    'Whether the log of this instance holds the certificate; null for certificates of others',
  ),
  level: described(
    nullable(oneOf(['B-B', 'B-T', 'B-LT', 'B-LTA'])),
    'The PAdES level; null where none is reached',
  ),
});

/** What a PDF's signatures prove. Beside the verdict, integrity, changes, identity and time are separate answers. */
export const VerificationReport = exact({
  sha256: described(Text, 'SHA-256 of the file in hexadecimal'),
  size: described(Type.Integer(), 'Bytes'),
  checkedAt: described(Timestamp, 'When it was verified, in seconds since 1970'),
  verdict: described(Verdict, 'The whole file in one answer'),
  document: described(
    exact({
      signatures: described(Type.Integer(), 'How many there are'),
      intact: described(Share, 'Of how many the integrity is proven'),
      sinceSigning: described(
        nullable(SinceSigning),
        'The gravest of the changes after signatures; null where nothing is signed',
      ),
      identity: described(Share, 'Of how many the certificate is trusted; those of the sandbox do not count'),
      time: described(Share, 'Of how many the time is proven'),
      lastCoversWholeFile: described(
        Type.Boolean(),
        'Whether the last signature or timestamp covers the whole file',
      ),
      removedSignatures: described(Type.Array(Text), 'Fields whose signature a later revision removed'),
      unreadableEvidence: described(
        Type.Integer(),
        'How many certificates and proofs in the file cannot be read',
      ),
      repaired: described(
        Type.Boolean(),
        'Whether the file is damaged and was examined as viewers repair it; it is then never `as-signed`',
      ),
      shown: described(
        nullable(
          exact({
            signatures: described(Type.Integer(), 'How many signed revisions, from the first one'),
            pages: described(Type.Integer(), 'How many pages, from the first one'),
            of: described(Type.Integer(), 'How many pages the file has'),
          }),
        ),
        'What was compared as it is shown: pages drawn as they were signed and as they are now; null where nothing ' +
          'followed a signature, or pictures were not compared. A difference that no permitted change explains is ' +
          'the change `shown`',
      ),
      twoFaced: described(
        Type.Array(
          exact({
            kind: described(
              oneOf([
                'action',
                'annotation',
                'field',
                'hidden-layer',
                'ink',
                'layer',
                'picture',
                'print-area',
                'print-program',
              ]),
              'By what it differs',
            ),
            sentence: described(Text, 'What of the file it is and how it differs, in words'),
            page: described(
              nullable(Type.Integer({ minimum: 1 })),
              'Page of the document, from 1; null where it is on none',
            ),
            displayed: described(
              nullable(Displayed),
              'Where it is on the page; null where the file does not say',
            ),
          }),
        ),
        'What shows otherwise in print, at another zoom, to another reader or when it is clicked',
      ),
    }),
    'All signatures of the file together',
  ),
  signatures: Type.Array(SignatureVerdict, { description: 'In the order of their making' }),
  timestamps: Type.Array(
    exact({
      ...TimestampVerdict.properties,
      fieldName: described(Text, 'The name of the signature field'),
      coverage: described(Coverage, 'How much of the file it covers'),
    }),
    {
      description: 'Document timestamps, oldest first',
    },
  ),
  erased: described(
    nullable(
      exact({
        date: described(Timestamp, 'When it was erased, in seconds since 1970'),
        sealed: described(Type.Boolean(), 'Whether it is the sealed file; false: the upload'),
      }),
    ),
    'Where this very file was here and was erased since; null for every other file',
  ),
  text: Type.String({ description: 'The same for people, as plain text' }),
});

export const verificationOperations = {
  verifyDocument: operation({
    method: 'POST',
    path: '/api/v1/verify',
    summary:
      'Evaluate the signatures of any PDF, sent as the part "document": who, when, and what changed after. ' +
      'Public; the file is not stored',
    access: 'open',
    countedAs: 'verification',
    body: DocumentForm,
    bodyKind: 'multipart',
    answer: VerificationReport,
    refusals: UPLOAD_REFUSALS,
  }),
  verifyDocumentAsXml: operation({
    method: 'POST',
    path: '/api/v1/verify/xml',
    summary: 'The same as a report of ETSI TS 119 102-2 in XML. Public; the file is not stored',
    access: 'open',
    countedAs: 'verification',
    body: DocumentForm,
    bodyKind: 'multipart',
    answer: 'xml',
    refusals: UPLOAD_REFUSALS,
  }),
};
