import type { FaultyFile } from './mutation.ts';

const signing = 'tests/api/signing.test.ts';
const guards = 'tests/api/signing-guards.test.ts';
const workflow = 'domain/src/workflow.test.ts';
const ownKeyModule = 'tests/conformance/own-key-module.test.ts';
const ownKey = 'tests/api/own-key.test.ts';
const handover = 'tests/api/handover.test.ts';

/** A workflow's states, the signer's session, and the seal. */
export const signingFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/signing/session/signing-access.ts',
    tests: ['tests/api/signing.test.ts'],
    faults: {
      'open-after-the-deadline': [
        "state === 'open' && now >= workflow.expires_at ? 'expired' : state",
        'state',
      ],
    },
  },
  {
    file: 'server/src/signing/session/open-signing.ts',
    tests: [handover],
    faults: {
      'handover-counts-twice': [
        '!(await consumeHandover(tx, sha256(token)))',
        '(await consumeHandover(tx, sha256(token))) && false',
      ],
    },
  },
  {
    file: 'server/src/signing/session/session-store.ts',
    tests: [handover],
    faults: { 'handover-without-end': ['= ${tokenHash} and expires_at > ${now}', '= ${tokenHash}'] },
  },
  {
    file: 'web/src/signing/own-key/check-request.ts',
    tests: [ownKeyModule],
    faults: {
      'own-key-signs-another-digest': ['if (!isSame(signed, digest))', 'if (signed.length === 0)'],
      'own-key-signs-for-another-key': ['if (!isSame(certified, publicKey))', 'if (certified.length === 0)'],
      'own-key-signs-in-another-name': ['commonName !== shortened(name) || ', ''],
      'own-key-signs-for-another-address': ["emails.join('\\n') !== email", 'false'],
      'own-key-signs-further-attributes': ['values.size !== count || ', ''],
      'own-key-signs-another-content': ['if (!isSame(stated, contentHash))', 'if (stated.length === 0)'],
      'own-key-signs-content-unknown-to-the-page': [
        'const count = contentHash === null ? 3 : 4;',
        'const count = contentHash === null ? values.size : 4;',
      ],
      'own-key-signs-another-content-type': [
        'if (hexOf(contentOf(typeOf, tags.objectIdentifier)) !== DATA)',
        'if (DATA === null)',
      ],
      'own-key-signs-under-another-certificate': [
        'if (!isSame(contentOf(hash, tags.octetString), certificateHash))',
        'if (contentOf(hash, tags.octetString).length === 0)',
      ],
      'own-key-signs-at-another-time': [
        'Math.floor(statedMs / 1000) !== Math.floor(shown.madeAtMs / 1000)',
        'statedMs === 0',
      ],
      'own-key-signs-a-document-twice': [' || new Set(wanted).size !== wanted.length', ''],
    },
  },
  {
    file: 'web/src/signing/own-key/signed-range.ts',
    tests: [ownKeyModule],
    faults: {
      'own-key-signs-beside-another-signature': [' || update.includes(RANGE, at + 1)', ''],
      'own-key-signs-a-part-of-the-file': [' || second + rest !== bytes.length', ''],
      'own-key-signs-around-content': ['value.every((byte) => byte === ZERO)', 'value.length > 0'],
    },
  },
  {
    file: 'web/src/signing/own-key/own-key.ts',
    tests: [ownKeyModule],
    faults: { 'own-key-signs-twice': ['if (isUsed)', 'if (!isUsed && isUsed)'] },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: [ownKey],
    faults: {
      'own-key-certified-unproven': [
        "if (!verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, proof))",
        'if (message.length === 0)',
      ],
    },
  },
  {
    file: 'server/src/signing/finish/signature-source.ts',
    tests: [ownKey],
    faults: {
      'service-signs-at-level-advanced': ["if (facts.workflow.type === 'simple')", 'if (facts.workflow)'],
      'revoked-key-signs': ['serial === null || !(await useCertificate(tx, serial))', 'serial === null'],
    },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: [ownKey],
    faults: {
      'former-key-stays-valid': [
        "await revokeUnused(tx, deps, { serials: earlier, reason: 'superseded' });",
        '',
      ],
    },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: [ownKey],
    faults: {
      'key-of-ended-task-stays-valid': ['if (isOpen && useBefore', 'if (useBefore'],
      'key-of-closed-page-stays-valid': ['useBefore > deps.clock.now()', 'useBefore'],
    },
  },
  {
    file: 'domain/src/workflow.ts',
    tests: [workflow],
    faults: {
      'signed-workflow-is-canceled': ['signed: {},', "signed: { cancel: 'canceled' },"],
      'workflow-under-seal-is-canceled': ['approved: { seal:', "approved: { cancel: 'canceled', seal:"],
      'action-after-deadline': [
        "if (now >= workflow.expiresAt) {\n    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'The deadline of",
        "if (now >= new Date(8e15)) {\n    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'The deadline of",
      ],
      'action-out-of-turn': ["if (action.status === 'not_started') {", 'if (action.id < 0) {'],
      'action-twice': ["if (action.status !== 'started') {", 'if (action.id < 0) {'],
      'expired-before-deadline': ['if (now < workflow.expiresAt) {', 'if (now.getTime() < 0) {'],
    },
  },
  {
    file: 'domain/src/workflow-change.ts',
    tests: ['domain/src/workflow-change.test.ts'],
    faults: { 'message-changed-after-start': ['DRAFT_ONLY.includes(key) && !isDraft', 'false'] },
  },
  {
    file: 'domain/src/workflow-change.ts',
    tests: ['tests/api/starts.test.ts'],
    faults: { 'deadline-before-the-scheduled-start': ['startsAt >= expiresAtSeconds', 'startsAt < 0'] },
  },
  {
    file: 'server/src/signing/reassign-recipient.ts',
    tests: ['tests/api/recipients.test.ts'],
    faults: {
      'task-passed-on-unasked': [
        'if (!letsRecipientsReassign(record.workflow.preferences)) throw notAllowed();',
        '',
      ],
      'task-passed-on-to-oneself': [
        'if (!next.isOther) throw invalid',
        "if (next.email === '') throw invalid",
      ],
      'task-passed-on-to-another-recipient': [
        '    requireOnlyOnce(record, before, next);\n    await requireDiscardable(tx, record).catch',
        '    await requireDiscardable(tx, record).catch',
      ],
    },
  },
  {
    file: 'server/src/signing/try-as-signer.ts',
    tests: ['tests/api/previews.test.ts'],
    faults: {
      'trial-by-who-may-only-look': [
        'mayEdit ? await findWorkflowFacts(deps.database, record.workflow.id) : null',
        'await findWorkflowFacts(deps.database, record.workflow.id)',
      ],
      'trial-of-fields-of-others': ['if (foreign) throw', 'if (foreign?.fieldId === 0) throw'],
      'trial-that-is-incomplete': ['requireComplete({ fields: answered, undrawable });', ''],
    },
  },
  {
    file: 'server/src/signing/session/authenticate-signer.ts',
    tests: [guards],
    faults: {
      'signing-cookie-never-ends': ['issuedAt < lifeOf(hosted) * 1000', 'issuedAt < Infinity'],
      'signing-cookie-not-compared': ['!equalSecrets(proof,', "proof === '-' && !equalSecrets(proof,"],
      'signing-cookie-of-another-link': ['{linkId}.$', "{''}.$"],
      'signing-cookie-of-another-time': ['}.${issuedAt', "}.${''"],
    },
  },
  {
    file: 'server/src/signing/signing-routes.ts',
    tests: ['tests/api/signing-guards.test.ts'],
    faults: {
      'cookie-of-an-ended-link-stays': [
        "error.code === 'NOT_FOUND') clearSigningCookie(deps, answered, link);",
        "error.code === 'NOT_FOUND') void clearSigningCookie;",
      ],
    },
  },
  {
    file: 'server/src/http/address-cookie.ts',
    tests: [guards],
    faults: {
      'link-cookie-sent-to-every-page': ['`Path=$', '`Path=/; Of=$'],
    },
  },
  {
    file: 'server/src/signing/session/authenticate-signer.ts',
    tests: ['tests/api/identity-providers.test.ts'],
    faults: {
      'return-in-another-browser': [
        'link === null || !hasSigningCookie(deps, request, link)',
        'link === null',
      ],
    },
  },
  {
    file: 'server/src/signing/answers/fill-field.ts',
    tests: ['tests/api/drawable-text.test.ts'],
    faults: {
      'answer-that-no-font-draws': ['?? findUndrawable(session, { ...field, value })', ''],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: ['tests/api/drawable-text.test.ts'],
    faults: {
      'undrawable-name-is-offered': ['field.read_only ? email : null', 'name'],
      'undrawable-answer-at-the-end': [
        'if (missing.length > 0) undrawable',
        'if (undrawable.size > 99) undrawable',
      ],
    },
  },
  {
    file: 'pades/src/font/typeface.ts',
    tests: ['pades/src/font/typeface.test.ts'],
    faults: {
      'private-use-is-drawn': ['&& !MEANINGLESS.test(character)', ''],
      'mark-beside-its-letter': [
        '(!isMark || (font.advanceOf(glyph) === 0',
        '(glyph !== 0 || (font.advanceOf(glyph) === 0',
      ],
    },
  },
  {
    file: 'server/src/signing/session/session-store.ts',
    tests: ['tests/api/recipients.test.ts'],
    faults: {
      'replaced-link-opens': [
        ".where('token_hash', '=', tokenHash)\n    .where('superseded_at', 'is', null)",
        ".where('token_hash', '=', tokenHash)",
      ],
      'replaced-link-acts': [
        ".where('signing_links.id', '=', linkId)\n    .where('signing_links.superseded_at', 'is', null)",
        ".where('signing_links.id', '=', linkId)",
      ],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: [signing, guards],
    faults: {
      'shown-hash-not-compared': ['if (shownHash === session.shownHash) return;', 'if (shownHash) return;'],
      'shown-hash-without-places': ['pos_x, pos_y, width, height, required]', 'width, height, required]'],
      'shown-hash-without-sizes': ['width, height, required]', 'required]'],
      'shown-hash-without-documents': ["current.sha256.toString('hex')]", "'']"],
      'acts-out-of-turn': ["if (state === 'open') return;", 'if (state) return;'],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: [guards],
    faults: {
      'signer-acts-without-lock': ['await lockWorkflowOfLink(tx, linkId);', ''],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-store.ts',
    tests: [guards],
    faults: {
      'workflow-row-not-locked': [".where('id', '=', id).forUpdate()", ".where('id', '=', id)"],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: [signing],
    faults: {
      'signed-without-consent': ['if (session.consentVersion === null) {', 'if (session.action.id < 0) {'],
      'signed-with-empty-fields': ['Object.keys(violations).length > 0', 'false'],
    },
  },
  {
    file: 'server/src/signing/answers/preview-signing.ts',
    tests: ['tests/api/field-rules.test.ts'],
    faults: {
      'hidden-answer-is-signed': ['isOwn ? { ...field, value: null } : field', 'field'],
      'hidden-date-is-stored': [
        'shown.has(field.id)) return',
        'shown.has(field.id) || !isAnswered({ type: field.type, readOnly: false })) return',
      ],
      'hidden-field-is-in-the-file': ['fields.filter(({ id }) => shown.has(id))', 'fields'],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: ['tests/api/field-rules.test.ts'],
    faults: {
      'answer-against-its-rule-is-signed': ['findAnswerProblems(answeredFieldsOf(session))', 'new Map()'],
    },
  },
  {
    file: 'server/src/signing/session/signing-session.ts',
    tests: [guards],
    faults: {
      'shown-hash-without-rules': ['        rules,\n', ''],
      'shown-hash-without-prefilled-values': ['read_only ? value : null', 'null'],
    },
  },
  {
    file: 'server/src/signing/answers/preview-signing.ts',
    tests: ['tests/api/revisions.test.ts', 'tests/api/previews.test.ts'],
    faults: {
      'answers-changed-while-signing': [
        '.equals(preview.content_hash)',
        '.equals(contentHashOf(session, content))',
      ],
      'file-changed-while-signing': [
        'if (session.shownHash !== preview.shown_hash)',
        'if (session === null)',
      ],
      'preview-without-end': ['preview.expires_at <= now', 'false'],
      'preview-of-another-day': ['dayOf(at, timeZone) !== dayOf(now, timeZone)', 'false'],
    },
  },
  {
    file: 'server/src/signing/answers/preview-documents.ts',
    tests: ['tests/api/files-damaged.test.ts'],
    faults: {
      'damaged-file-is-signed': ['if (!current.latest.sha256.equals(job.digest()))', 'if (job === null)'],
    },
  },
  {
    file: 'server/src/signing/finish/sign-checked.ts',
    tests: ['tests/api/previews.test.ts'],
    faults: {
      'press-reads-the-file-again': ['= findHashState(latestOf(file).sha256)', '= null as Hash | null'],
    },
  },
  {
    file: 'server/src/signing/read-signing.ts',
    tests: [signing],
    faults: { 'first-page-as-it-was-uploaded': ['document.hasActed ? await', 'document.id < 0 ? await'] },
  },
  {
    file: 'intake/src/reading/draw-first-page.ts',
    tests: ['tests/api/first-page.test.ts'],
    faults: { 'first-page-without-answers': ['document.drawFilled(0', 'document.draw(0'] },
  },
  {
    file: 'pades/src/sign/resume-signature.ts',
    tests: ['pades/src/sign/resume-signature.test.ts', 'tests/api/previews.test.ts'],
    faults: {
      'stored-signature-is-not-compared': ['if (!covered.equals(digest)) continue;', ''],
    },
  },
  {
    file: 'server/src/revisions/prepare-form.ts',
    tests: ['tests/api/revisions.test.ts'],
    faults: {
      'form-harms-earlier-signature': ['if (isSigned) await', 'if (isSigned && form.flatten) await'],
    },
  },
  {
    file: 'intake/src/reading/examine-file.ts',
    tests: ['tests/api/revisions.test.ts'],
    faults: {
      'harm-is-not-tried-at-upload': [
        'findHarmByFields(this.#file, ways)',
        'findHarmByFields(this.#file, ways.slice(0, 0))',
      ],
    },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: ['tests/api/signing.test.ts'],
    faults: { 'signed-without-reading-back': [' && (await canBeReadBack(deps, blob))', ''] },
  },
  {
    file: 'server/src/sealing/check-seal.ts',
    tests: ['server/src/sealing/check-seal.test.ts'],
    faults: {
      'seal-is-always-fine': ['if (!continued', 'if (source.size > 0) return null;\n  if (!continued'],
      'seal-of-another-document': ['.equals(latest.sha256)', '.equals(continued)'],
      'seal-of-a-damaged-file': ['report.document.repaired', 'false'],
      'seal-with-bytes-behind-it': ['!report.document.lastCoversWholeFile', 'false'],
      'seal-without-a-signature': [
        'if (!signature) return',
        "if (!signature) continue;\n    if (signature.fieldName === '') return",
      ],
      'seal-with-broken-signature': ['...integrity.reasons,', ''],
      'seal-without-path-to-root': ['...evaluated.reasons,', ''],
      'seal-with-another-certificate': ['!certificate.equals(own)', 'false'],
      'seal-below-its-level': ['level === SEAL_LEVEL', 'level !== null'],
      'seal-harms-earlier-signature': ['return hasOthers ?', 'return hasOthers && originalSize < 0 ?'],
    },
  },
];
