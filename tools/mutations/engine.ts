import type { FaultyFile } from './mutation.ts';

const certificates = 'pades/src/certificates/create-certificate.test.ts';
const paths = 'pades/src/certificates/check-path.test.ts';
const revocation = 'pades/src/revocation/revocation.test.ts';
const timestamps = 'pades/src/timestamp/timestamp.test.ts';
const hostile = 'pades/src/validate/hostile-signatures.test.ts';
const hostileTimestamps = 'pades/src/validate/hostile-timestamps.test.ts';

/** The signature engine. */
export const engineFaults: readonly FaultyFile[] = [
  {
    file: 'pades/src/certificates/check-path.ts',
    tests: [paths, certificates, hostile, hostileTimestamps],
    faults: {
      'end-entity-issues-certificates': ['!certificate.isAuthority ||', ''],
      'issuer-without-right-to-sign-certificates': [
        'certificate.keyUsage?.has(KEY_CERT_SIGN) === false',
        'false',
      ],
      'unknown-critical-extension-accepted': ['unknownCritical.length > 0', 'false'],
      'path-too-long': ['certificate.pathLength !== null && below > certificate.pathLength', 'false'],
      'certificate-out-of-time': ['options.at < begins || options.at > notAfter', 'false'],
      'next-key-of-a-root-counts': ['.filter((each) => !isSelfIssued(each))', ''],
      'root-of-a-file-ends-the-path': [' || !isSelfSigned(each)', ''],
      'path-without-anchor': ['if (!isAnchored)', 'if (top === undefined)'],
      'issuer-by-name-alone': ['&&\n        hasIssued(candidate, current)', ''],
      'certificate-for-any-purpose': ['!extendedKeyUsage.some((use) => signingUses.has(use))', 'false'],
      'timestamp-by-any-certificate': [
        'isSole && isExtendedKeyUsageCritical && maySign && !isAuthority',
        'true',
      ],
    },
  },
  {
    file: 'pades/src/certificates/verify-algorithm.ts',
    tests: [paths, hostile, certificates],
    faults: {
      'signature-not-verified': ["? null : 'its signature is wrong'", '? null : null'],
      'short-rsa-key': ['RSA_BITS_MIN = 2048', 'RSA_BITS_MIN = 512'],
      'weak-hash-accepted': ["if (weak) return { kind: 'weak', text: refused };", ''],
    },
  },
  {
    file: 'pades/src/cms/check-cms.ts',
    tests: [hostile],
    faults: {
      'digest-not-compared': [
        'Buffer.compare(digest.content, signed.digestOf(hash)) !== 0',
        'digest.content.length === 0',
      ],
      'another-certificate-bound': ['Buffer.compare(named, actual) === 0', 'named.length > 0'],
      'certificate-not-bound': ['return isRequired ? [problem(', 'return !isRequired ? [problem('],
      'content-carried-along': ['wanted === oids.data && !cms.isDetached', 'false'],
      'content-type-not-signed': ['readOid(types[0]) !== wanted', 'false'],
    },
  },
  {
    file: 'pades/src/validate/signed-range.ts',
    tests: ['pades/src/validate/hostile-files.test.ts'],
    faults: {
      'range-begins-later': ['start !== 0 ||', ''],
      'range-excludes-more-than-the-value': ['!isHex || !isExact', '!isHex'],
      'range-excludes-spaces': ['!isHex || !isExact', '!isExact'],
    },
  },
  {
    file: 'pades/src/validate/change-kinds.ts',
    tests: ['pades/src/validate/change-kinds.test.ts'],
    faults: {
      'annotation-allowed-by-certification-of-filling': ['2: filling,', "2: [...filling, 'annotation'],"],
      'page-content-may-change': [
        "[...filling, 'annotation', 'field-added']",
        "[...filling, 'annotation', 'field-added', 'content']",
      ],
      'certified-file-is-signed': ['1: always,', '1: filling,'],
    },
  },
  {
    file: 'pades/src/revocation/revocation-status.ts',
    tests: [revocation],
    faults: {
      'certificate-unknown-to-its-issuer': ['isDisowned(question, evidence.ocsps)', 'false'],
      'revocation-by-stranger': [
        '!isOurs || !isInScope || !isOfPoint || crl.isUnusable || !isSignedBy(crl, issuer)',
        '!isInScope || crl.isUnusable',
      ],
      'list-that-ended-ones-have-left': [' && !listsEnded', ' && crl.expiredSince === null'],
      'list-with-unknown-rule': ['crl.isUnusable ||', ''],
      'list-of-other-certificates': ['!isInScope ||', ''],
      'list-out-of-date': ['thisUpdate >= at || (nextUpdate !== null && nextUpdate >= at)', 'true'],
      'answer-about-another-certificate': [
        'id.serial === serial && isOfIssuer(id, issuer)',
        'isOfIssuer(id, issuer)',
      ],
      'answer-by-uncertified-responder': [
        'certificate.extendedKeyUsage?.includes(oids.ocspSigning) === true &&',
        '',
      ],
      'answer-not-signed': [
        'isNamed(answer.responder, candidate) && isSignedBy(answer, candidate)',
        'isNamed(answer.responder, candidate)',
      ],
    },
  },
  {
    file: 'pades/src/revocation/prove-path.ts',
    tests: [revocation, 'pades/src/levels/levels.test.ts'],
    faults: {
      'revoked-certificate-is-good': [
        "if (answer.status !== 'revoked') continue;",
        'if (answer.status) continue;',
      ],
    },
  },
  {
    file: 'pades/src/timestamp/timestamp-token.ts',
    tests: [timestamps, hostileTimestamps],
    faults: {
      'timestamp-of-other-data': ['Buffer.compare(digest, digestOf(name)) !== 0', 'digest.length === 0'],
    },
  },
  {
    file: 'pades/src/timestamp/request-timestamp.ts',
    tests: [timestamps],
    faults: {
      'timestamp-of-another-request': [
        '!token.nonce || Buffer.compare(token.nonce, integer(nonce)) !== 0',
        '!token.nonce',
      ],
      'timestamp-far-from-clock': ['difference > CLOCK_DIFFERENCE_MS', 'difference > 1e15'],
      'timestamp-by-stranger': ['problems.push(...checkPath(', 'void (checkPath('],
    },
  },
  {
    file: 'pades/src/validate/evaluate-signature.ts',
    tests: ['pades/src/levels/levels.test.ts', hostile],
    faults: {
      'level-without-revocation': [
        "path?.revocation === 'good' && proof.path?.revocation === 'good'",
        'path && proof.path',
      ],
      'level-without-kept-evidence': ['&& holdsAll(timestamp.facts, needed)', ''],
      'level-of-broken-signature': ['facts.problems.length > 0 ||', ''],
    },
  },
  {
    file: 'pades/src/validate/compare-field.ts',
    tests: ['pades/src/validate/hostile-files.test.ts'],
    faults: {
      'look-of-the-same-length': [
        'Buffer.compare(before.rawStream(old), after.rawStream(now)) === 0',
        'true',
      ],
      'look-with-other-resources': [
        "if (changedKeys(old.dict, now.dict).some((key) => key !== 'Length')) return false;",
        '',
      ],
    },
  },
  {
    file: 'pades/src/drawing/stencil.ts',
    tests: ['pades/src/drawing/write-image.test.ts'],
    faults: {
      'faint-ink-loses-its-shades': ['isFaint(alpha, scaled.width)', 'false'],
    },
  },
  {
    file: 'pades/src/sign/prepare-signature.ts',
    tests: ['pades/src/sign/answers.test.ts'],
    faults: {
      'answer-in-locked-field': ['if (earlier)', 'if (earlier && name === "")'],
      'locked-field-keeps-appearance': ['isLocked(name) && !lockOn(name)', 'false'],
      'appearance-of-earlier-lock': ['isLocked(name) && !lockOn(name)', 'isLocked(name)'],
    },
  },
  {
    file: 'pades/src/write/prepare-document.ts',
    tests: ['pades/src/write/flatten-form.test.ts'],
    faults: {
      'form-of-signed-file-changed': ['isSigned || !hasFields', '!hasFields'],
      'any-value-counts-as-signature': ["type === 'Sig' && isDict(", 'isDict('],
    },
  },
  {
    file: 'pades/src/write/prepare-document.ts',
    tests: ['pades/src/write/structure-tags.test.ts'],
    faults: {
      'signed-file-gets-tags': ['isFinal: work.isSigned', 'isFinal: false'],
      'signed-file-gets-font': ['isSigned ? undefined : options.formText', 'options.formText'],
    },
  },
  {
    file: 'pades/src/validate/harmed-signatures.ts',
    tests: ['pades/src/validate/rehearse-signing.test.ts'],
    faults: {
      'harm-to-earlier-signature-unseen': [
        'GRAVITY[after.sinceSigning] > GRAVITY[before.sinceSigning]',
        'false',
      ],
      'earlier-signature-taken-away': ["if (!after) return 'removed';", 'if (!after) return null;'],
      'harm-of-others-is-ours': [
        'GRAVITY[after.sinceSigning] > GRAVITY[before.sinceSigning]',
        'GRAVITY[after.sinceSigning] > 0',
      ],
    },
  },
  {
    file: 'pades/src/write/widget-look.ts',
    tests: ['pades/src/write/flatten-form.test.ts'],
    faults: { 'form-draws-without-limit': ['budget.characters < 0', 'budget.characters < -1e12'] },
  },
  {
    file: 'intake/src/reading/find-form-fields.ts',
    tests: ['intake/src/reading/find-form-fields.test.ts'],
    faults: {
      'form-field-of-the-same-name': ['count.get(name) === 1 &&', ''],
      'form-field-that-is-read-only': ['|| field.isReadOnly ', ''],
    },
  },
  {
    file: 'domain/src/form-field.ts',
    tests: ['domain/src/form-import.test.ts'],
    faults: {
      'form-of-signed-file-used': ['form?.isSigned === false', 'form !== undefined'],
      'form-signature-signed-elsewhere': ['return isSame', 'return isSame || true'],
    },
  },
  {
    file: 'server/src/revisions/plan-form.ts',
    tests: ['tests/api/uploaded-forms.test.ts'],
    faults: {
      'form-of-upload-stays-open': [
        'return { signatureFields, formFields, flattenForm, ...',
        'return { signatureFields, formFields, ...',
      ],
    },
  },
  {
    file: 'pades/src/validate/compare-revisions.ts',
    tests: ['pades/src/validate/hostile-files.test.ts', 'pades/src/validate/honest-files.test.ts'],
    faults: {
      'field-emptied-unnoticed': ['if (isEmptied(this.#pair, field))', 'if (field === null)'],
      'entry-into-signed-bytes-unnoticed': [
        'isInside(this.#before.source.size, this.#after, number)',
        'number < 0',
      ],
      'unused-object-brought-to-use': ['!changed.has(number) && this.#before.object(number)', 'number < 0'],
    },
  },
  {
    file: 'pades/src/validate/shown-field.ts',
    tests: ['pades/src/validate/hostile-files.test.ts'],
    faults: {
      'blank-look-counts-as-painted': [
        '|| PAINTING.test(latin1(data, 0, data.length))',
        '|| data.length >= 0',
      ],
      'large-box-unticked': [
        "field.type === 'Btn' && !isLarge(before.document, dict)",
        "field.type === 'Btn'",
      ],
    },
  },
  {
    file: 'pades/src/validate/compare-resources.ts',
    tests: ['pades/src/validate/honest-files.test.ts'],
    faults: {
      'font-of-the-form-exchanged': ['return meaningOf(was) === meaningOf(is);', 'return true;'],
    },
  },
  {
    file: 'pades/src/font/form-font.ts',
    tests: ['pades/src/font/form-font.test.ts'],
    faults: {
      'font-of-a-stranger-is-used': [
        'return isWritten(embedded, document, map.number) ? embedded : null;',
        'return embedded;',
      ],
    },
  },
  {
    file: 'pades/src/validate/verdict.ts',
    tests: ['pades/src/validate/verdict.test.ts'],
    faults: {
      'value-that-no-known-person-signed': [
        'return !isAnsweredFor || (permits === null && oldValue !== null);',
        'return permits === null && oldValue !== null;',
      ],
      'other-value-than-was-signed': [
        'return !isAnsweredFor || (permits === null && oldValue !== null);',
        'return !isAnsweredFor;',
      ],
      'field-over-the-page-unnoticed': ['isShown && !isAnsweredFor', 'isShown && share > 100'],
      'stranger-answers-to-a-confirmed-signer': [
        'permits !== null && isStranger && ',
        'permits !== null && ',
      ],
    },
  },
  {
    file: 'pades/src/validate/validate.ts',
    tests: ['pades/src/validate/verdict.test.ts'],
    faults: {
      'stranger-counts-as-confirmed': ['path?.ok === true && path.revoked === null', 'path !== null'],
      'earlier-signature-answers-for-later-changes': ['end >= revision.bytes', 'end > 0'],
    },
  },
  {
    file: 'pades/src/validate/validate.ts',
    tests: ['pades/src/validate/honest-revisions.test.ts', 'pades/src/validate/hostile-files.test.ts'],
    faults: {
      'damaged-file-as-signed': ["state !== 'intact' || signedDocument?.isRepaired", "state !== 'intact'"],
      'forgery-behind-a-refusal': ['if (!document) throw refusal;', 'if (document !== null) throw refusal;'],
    },
  },
  {
    file: 'pades/src/validate/other-reading.ts',
    tests: ['pades/src/validate/honest-revisions.test.ts', 'pades/src/validate/hostile-files.test.ts'],
    faults: {
      'damage-with-two-readings-unnoticed': [
        'repaired.entry(number), repaired)) return true',
        'repaired.entry(number), repaired)) return false',
      ],
      'damage-accused-of-what-is-unused': ['if (isUsed(number) && ', 'if ('],
    },
  },
  {
    file: 'pades/src/validate/indication.ts',
    tests: ['pades/src/validate/honest-revisions.test.ts'],
    faults: { 'damaged-later-and-passed': ["kinds.includes('repaired')", "kinds.includes('unreadable')"] },
  },
  {
    file: 'pades/src/validate/compare-field.ts',
    tests: ['pades/src/validate/honest-revisions.test.ts'],
    faults: {
      'filled-field-becomes-another': ['is === (was | READ_ONLY)', 'is !== was'],
      'field-closed-without-a-value': [' && isFilled(pair, field)) continue;', ') continue;'],
    },
  },
  {
    file: 'pades/src/validate/compare-resources.ts',
    tests: ['pades/src/validate/honest-revisions.test.ts'],
    faults: {
      'look-without-resources-shows-others': [
        'before.fields.every((field) => hasFieldResources(before.document, field))',
        'before.fields.length >= 0',
      ],
    },
  },
  {
    file: 'pades/src/pdf/object-search.ts',
    tests: ['pades/src/pdf/object-search.test.ts'],
    faults: {
      'stream-hides-objects-by-its-length': ['return isTrue ? end : dataStart;', 'return dataStart;'],
    },
  },
];
