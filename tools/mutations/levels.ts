import type { FaultyFile } from './mutation.ts';

const rights = 'tests/api/levels.test.ts';
const defaults = 'tests/api/sending.test.ts';
const identification = 'tests/api/identification.test.ts';
const receipt = 'server/src/platform/outside/sms-receipt.test.ts';
const passkeys = 'tests/api/passkeys.test.ts';
const signIn = 'tests/api/identity-providers.test.ts';
const qualified = 'tests/api/qualified-signing.test.ts';
const checkQualified = 'pades/src/revocation/check-qualified.test.ts';
const claim = 'server/src/verification/qualified-claim.test.ts';

/** Who signs, and whose key: codes, proofs, providers, and what a file states about itself. */
export const levelFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/level.ts',
    tests: ['domain/src/level.test.ts', rights],
    faults: {
      'identification-that-cannot-be-asked': [
        "each !== 'code-sms' || contact.phone !== null",
        'each !== null',
      ],
      'role-asks-for-any-level': ['if (levels.includes(type)) return null;', 'return null;'],
      'default-identification-is-replaced': [
        'contact.identification ?? facts.defaultIdentification;',
        'contact.identification;',
      ],
    },
  },
  {
    file: 'domain/src/sending-defaults.ts',
    tests: [defaults],
    faults: {
      'value-that-is-not-set-counts': [
        'value !== null && value !== undefined) return',
        'value !== null) return',
      ],
      'change-forgets-what-it-does-not-name': [
        'change[name] === undefined ? before[name]',
        'false ? before[name]',
      ],
    },
  },
  {
    file: 'server/src/templates/clone-template.ts',
    tests: ['tests/api/templates-cloner.test.ts'],
    faults: {
      'template-says-no-language': [
        'person.language ?? template.language ?? null',
        'person.language ?? null',
      ],
      'template-takes-the-language-of-a-person': [
        'person.language ?? template.language ?? null',
        'template.language ?? person.language ?? null',
      ],
    },
  },
  {
    file: 'server/src/workspaces/sending-defaults.ts',
    tests: [defaults],
    faults: {
      'level-that-the-role-may-not-ask-for-is-proposed': ['levels.includes(type.effective) &&', ''],
      'member-without-the-right-sets-defaults': ["needed: 'edit_workspace'", "needed: 'create_workflow'"],
      'deadline-that-no-document-takes-is-set': ['expiryDays < least ||', 'false ||'],
    },
  },
  {
    file: 'server/src/workspaces/levels.ts',
    tests: [rights],
    faults: {
      'who-has-left-starts-at-any-level': [
        'access?.levels ?? levelsOfAnyRole(',
        'access?.levels ?? WORKFLOW_TYPES ?? levelsOfAnyRole(',
      ],
    },
  },
  {
    file: 'server/src/workflows/drafts/change-draft.ts',
    tests: [rights],
    faults: {
      'role-adds-people-at-any-level': [
        "const ASKING: readonly string[] = ['recipients', 'steps'];",
        'const ASKING: readonly string[] = [];',
      ],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: [qualified],
    faults: {
      'sandbox-not-said-in-the-mark': ["workflow.type === 'qualified' &&", "workflow.type === 'simple' &&"],
    },
  },
  {
    file: 'server/src/signing/reassign-recipient.ts',
    tests: [identification],
    faults: {
      'corrected-recipient-is-asked-for-nothing': [
        'return { ...next, identification: chooseIdentification(type, next, facts), isIdentificationChosen: true };',
        'return next;',
      ],
    },
  },
  {
    file: 'server/src/identification/code-store.ts',
    tests: [identification],
    faults: {
      'code-is-guessed-without-limit': [' and tries < ${LIMITS.signingCodeTriesMax}', ''],
      'code-counts-when-it-is-late': ['ended_at is null and expires_at > ${now}', 'ended_at is null'],
      'code-counts-for-a-corrected-number': ['and destination = ${destination} and', 'and'],
      'code-is-used-twice-at-once': ['where id = ${id} and ended_at is null', 'where id = ${id}'],
      'replaced-code-counts': ['await endCodesOf(tx, [code.action_id], code.created_at);', ''],
    },
  },
  {
    file: 'server/src/identification/check-code.ts',
    tests: [identification],
    faults: {
      'code-not-compared': ['if (!sent || !isRight) {', 'if (!sent) {'],
      'last-try-not-recorded': [
        'if (sent?.tries === LIMITS.signingCodeTriesMax) await',
        'if (sent?.tries === -1) await',
      ],
    },
  },
  {
    file: 'server/src/identification/request-code.ts',
    tests: [identification],
    faults: {
      'code-stored-in-clear': ['deps.vault.encrypt(code, boundTo(id))', 'code'],
    },
  },
  {
    file: 'server/src/identification/code-store.ts',
    tests: [identification],
    faults: {
      'proof-counts-for-another-content': [
        ' and content_hash = ${contentHash}\n      and used_at',
        ' and used_at',
      ],
      'proof-without-end': [
        'and used_at is null and expires_at > ${now} order by',
        'and used_at is null order by',
      ],
    },
  },
  {
    file: 'server/src/signing/proof/require-proof.ts',
    tests: [identification],
    faults: {
      'signed-without-proof': ['if (!proof) throw lacksProof();', ''],
      'proof-is-not-used-up': [
        'if (!(await useProof(tx, { id: proof.id, now: about.now }))) throw lacksProof();',
        '',
      ],
    },
  },
  {
    file: 'server/src/passkeys/webauthn.ts',
    tests: [passkeys],
    faults: {
      'passkey-without-its-person': ['requireUserVerification: true', 'requireUserVerification: false'],
      'passkey-of-another-origin': [
        'expectedOrigin: origin',
        "expectedOrigin: [origin, 'https://evil.example', 'http://localhost:3001']",
      ],
    },
  },
  {
    file: 'server/src/passkeys/passkey-store.ts',
    tests: [passkeys],
    faults: {
      'passkey-of-another-mailbox': [
        'select * from passkeys where id = ${id} and address = ${address}',
        'select * from passkeys where id = ${id}',
      ],
    },
  },
  {
    file: 'server/src/signing/proof/set-up-passkey.ts',
    tests: [passkeys],
    faults: {
      'passkey-set-up-before-signing': ["action.status === 'signed' ? null", 'action ? null'],
      'passkeys-without-limit': ['existing.length >= LIMITS.passkeysMax', 'false'],
    },
  },
  {
    file: 'server/src/signing/proof/prove-by-passkey.ts',
    tests: [passkeys],
    faults: {
      'copied-passkey-counts': ['if (!(await countPasskeyUse(tx, use))) throw notTheirs();', ''],
    },
  },
  {
    file: 'server/src/signing/proof/visit-identity-provider.ts',
    tests: [signIn],
    faults: {
      'sign-in-at-a-provider-of-before': [
        'provider.issuer !== visit.issuer || provider.clientId !== visit.client_id',
        'false',
      ],
      'sign-in-that-is-not-asked-any-more': [
        "session.action.id !== actionId || session.recipient.identification !== 'identity-provider'",
        'false',
      ],
      'sign-in-after-the-document-was-taken-back': ['    requireOpen(session);\n', ''],
      'sign-in-of-another-person': ['!isSameAddress(email, recipient.email)', 'false'],
      'sign-in-with-an-unverified-address': [': isEmailVerified\n', ': true\n'],
    },
  },
  {
    file: 'server/src/signing/proof/proof-store.ts',
    tests: [signIn],
    faults: {
      'sign-in-return-counts-twice': ['set state_hash = null', 'set problem = null'],
    },
  },
  {
    file: 'server/src/signing/session/session-store.ts',
    tests: [signIn],
    faults: {
      'return-counts-when-it-is-late': [
        'where state_hash = ${stateHash} and expires_at > ${now}',
        'where state_hash = ${stateHash}',
      ],
    },
  },
  {
    file: 'server/src/identity-providers/openid.ts',
    tests: [signIn],
    faults: { 'old-sign-in-counts': ['if (isFresh) return signedInAt;', 'return signedInAt;'] },
  },
  {
    file: 'server/src/identification/send-code.ts',
    tests: ['tests/api/code-gateway.test.ts'],
    faults: {
      'second-report-counts': [
        "if (current?.delivery !== 'sent' && current?.delivery !== 'queued') return;",
        'if (!current) return;',
      ],
      'entered-code-has-not-arrived': ['if (current.ended_at !== null) return;', ''],
      'report-repeats-the-number': ['withoutNumber(receipt.problem, code.destination)', 'receipt.problem'],
    },
  },
  {
    file: 'server/src/platform/outside/sms-receipt.ts',
    tests: [receipt],
    faults: {
      'report-of-a-form-is-not-signed': [
        "isSignedForm(secret, call) ? receiptOfForm(new URLSearchParams(call.body)) : 'forged'",
        'receiptOfForm(new URLSearchParams(call.body))',
      ],
      'report-for-another-message': ['const signed = url + parameters', "const signed = '' + parameters"],
      'report-by-post-is-not-signed': [
        "equalSecrets(signature, createHmac('sha256'",
        "equalSecrets(signature, signature) || equalSecrets('', createHmac('sha256'",
      ],
      'report-is-replayed-later': ['Math.abs(Number(time) - nowSeconds) > SKEW_SECONDS', 'false'],
    },
  },
  {
    file: 'pades/src/revocation/check-qualified.ts',
    tests: [checkQualified],
    faults: {
      'qualified-without-anchor': ['...pathProblems(first, anchors),', ''],
      'qualified-though-revoked': ["...(proven.revocation === 'revoked' ? [REVOKED] : []),", ''],
      'qualified-by-no-statement': ['...checkQcStatements(signerCertificate, query.purpose),', ''],
      'qualified-without-device': ['if (!qcStatements?.isOnDevice)', 'if (!qcStatements)'],
      'qualified-seal-signs': [
        'qcStatements?.isForSeals : qcStatements?.isForSignatures',
        'qcStatements?.isForSeals : qcStatements',
      ],
    },
  },
  {
    file: 'server/src/verification/qualified-claim.ts',
    tests: [claim],
    faults: {
      'claim-believed-without-anchor': ['...(isQualifying(anchor, anchors)', '...(anchor === anchor'],
      'claim-believed-incomplete': ['    ...qualifiedLacks,\n', ''],
      'claim-believed-unproven': ["...(revocation === 'good' ?", "...(revocation !== 'revoked' ?"],
      'claim-of-a-changed-file': ["integrity.intact && coverage !== 'partial'", 'coverage'],
      'sandbox-claim-is-believed': [
        "if (policies.includes(SANDBOX_POLICY) || anchor?.trustedBy === 'sandbox') return { ...SANDBOX, purpose };",
        '',
      ],
    },
  },
  {
    file: 'server/src/verification/trust-anchors.ts',
    tests: ['tests/api/verify.test.ts'],
    faults: {
      'anchors-of-no-organization': [
        'caller ? await listOrganizationIdsOf(deps.database, caller) : []',
        '[]',
      ],
    },
  },
  {
    file: 'server/src/signing/qualified/choose-credential.ts',
    tests: [qualified],
    faults: {
      'unqualified-credential-is-chosen': [
        'if (problem !== null) throw invalid({ credential: problem });',
        '',
      ],
      'credential-for-fewer-documents': [
        'if (count <= signaturesMax) return [];',
        'if (count > 0) return [];',
      ],
    },
  },
  {
    file: 'server/src/signing/qualified/finish-with-provider.ts',
    tests: [qualified],
    faults: {
      'refused-release-is-kept': ["error.code === 'VALIDATION_ERROR')", "error.code === 'NOT_FOUND')"],
    },
  },
  {
    file: 'server/src/signing/qualified/provider-visit-store.ts',
    tests: [qualified],
    faults: {
      'return-counts-twice': ['set state_hash = null', 'set state_hash = ${stateHash}'],
      'visit-never-ends': ['where link_id = ${linkId} and expires_at > ${now}', 'where link_id = ${linkId}'],
    },
  },
  {
    file: 'server/src/signing/finish/sign-checked.ts',
    tests: ['tests/api/sealing-timestamps.test.ts'],
    faults: {
      'signature-waits-for-an-authority': ['if (!hasOthers ||', 'if (hasOthers ||'],
      'silent-authority-is-asked-for-each-document': ['= internalBecause !== null;', '= false;'],
    },
  },
  {
    file: 'server/src/signing/finish/store-signed.ts',
    tests: ['tests/api/sealing-timestamps.test.ts'],
    faults: { 'timestamp-lowered-in-silence': ['[internalTimestamp(action.id, cause)]', '[]'] },
  },
  {
    file: 'server/src/signing/finish/timestamp-signature.ts',
    tests: ['tests/api/sealing-timestamps.test.ts'],
    faults: {
      'timestamp-after-the-certificate': ['.notAfter <= deps.clock.now()', '.notAfter <= new Date(0)'],
      'upgraded-signature-leaves-its-workflow-blocked': [
        "status !== 'started' && status !== 'blocked'",
        "status !== 'started'",
      ],
    },
  },
];
