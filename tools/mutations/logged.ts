import type { FaultyFile } from './mutation.ts';

const logged = 'pades/src/validate/check-logged.test.ts';
const unwitnessed = 'pades/src/validate/unwitnessed.test.ts';
const bound = 'pades/src/validate/bound-signature.test.ts';
const served = ['tests/api/only-logged.test.ts'];

/** What a certificate was issued for, and that the log holds it. */
export const loggedFaults: readonly FaultyFile[] = [
  {
    file: 'pades/src/validate/check-logged.ts',
    tests: [logged, unwitnessed],
    faults: {
      'signature-without-proof-of-the-log': [
        "if (!proof) return none('The signature holds no proof of the log.');",
        'if (!proof) return { leaf: null, witnesses: [], reasons: [] };',
      ],
      'proof-of-another-certificate': ["stated.sha256 === Buffer.from(hash).toString('hex')", 'hash'],
      'seal-passes-for-certificate': ["stated.kind === 'certificate' && hash", 'hash'],
      'certificate-for-any-document': ['if (!cms.signer?.boundTo)', 'if (cms.signer === null)'],
      'proof-leads-nowhere': ['if (!stated.isIncluded)', 'if (stated.sha256 === null)'],
      'log-with-another-key': ['if (stated.isSigned !== true)', 'if (stated.isSigned === null)'],
      'no-witness-asked': [
        '(log.witnesses ?? []).length > 0 && report.witnesses.length === 0',
        '(log.witnesses ?? []).length < 0',
      ],
      'later-proof-of-another-leaf': ['return isAbout ?', 'return isAbout || true ?'],
      'later-proof-by-another-key': [' || stated.isSigned !== true', ''],
      'leaf-after-its-timestamp': ['if (!isAddedBefore(stated, path.at))', 'if (stated.addedAt === null)'],
      'fork-of-the-log': [
        'if (log.findEntry && log.findEntry(proof.index) !== proof.entry)',
        'if (log.findEntry && proof.index < 0)',
      ],
      'claim-of-an-earlier-day': [
        'log.since !== null && provenTime !== null && provenTime < log.since',
        'log.since !== null && (provenTime === null || provenTime < log.since)',
      ],
      'log-demanded-of-other-authorities': [
        'Buffer.compare(authority.publicKey, certificate.publicKey) === 0 || hasIssued(authority, certificate)',
        'authority.publicKey.length === certificate.publicKey.length',
      ],
      'authority-left-out-of-the-file': [' || hasIssued(authority, certificate)', ''],
      'unreadable-proof-ends-validation': [
        'if (!(error instanceof PdfRefusal)) throw error;',
        'throw error;',
      ],
    },
  },
  {
    file: 'pades/src/validate/evaluate-signature.ts',
    tests: [logged],
    faults: {
      'unlogged-certificate-is-trusted': [
        "proven && log?.state === 'not-logged'",
        'proven && log === undefined',
      ],
    },
  },
  {
    file: 'pades/src/validate/verdict.ts',
    tests: [logged, unwitnessed],
    faults: {
      'unlogged-signature-is-as-signed': ["log?.state === 'not-logged'", 'log === undefined'],
      'unwitnessed-signature-is-as-signed': ["log?.state === 'unwitnessed'", 'log === undefined'],
    },
  },
  {
    file: 'pades/src/cms/check-bound.ts',
    tests: [bound],
    faults: {
      'key-signs-another-document': ['if (digests && !digests.some(isAmong))', 'if (digests?.length === 0)'],
      'record-of-another-signer': [
        'const isNamed = record && proofHash && isSame(hashOf(record), proofHash);',
        'const isNamed = record && proofHash;',
      ],
      'record-may-be-missing': [
        'if (!record && !proofHash) return problems;',
        'if (!record) return problems;',
      ],
      'record-that-no-certificate-names': [
        'if (!record && !proofHash) return problems;',
        'if (!proofHash) return problems;',
      ],
      'record-in-any-form': ["typeof value === 'object' && value !== null ? text : null", 'text'],
    },
  },
  {
    file: 'pades/src/cms/signature-proofs.ts',
    tests: [logged],
    faults: {
      'proof-with-several-values': ['!value || values.length !== 1', '!value'],
      'proof-of-any-length': ['value.whole.length > PROOF_BYTES_MAX', 'value.whole.length < 0'],
      'hashes-of-any-length': [' || hashes.some(({ length }) => length !== HASH_BYTES))', ')'],
    },
  },
  {
    file: 'pades/src/certificates/bound-certificate.ts',
    tests: ['pades/src/certificates/bound-certificate.test.ts'],
    faults: {
      'certificate-for-no-document': ['isProof && digests.length > 0 &&', 'isProof &&'],
      'certificate-for-half-a-digest': ['DIGEST_BYTES.includes(length)', 'length >= 0'],
      'certificate-for-half-a-record': ['return isProof &&', 'return'],
      'certificate-with-unknown-rules': ['more.length > 0 || !are', '!are'],
    },
  },
  {
    file: 'pades/src/transparency/log-proof.ts',
    tests: [logged],
    faults: {
      'leaf-of-no-time': [
        "return Date.parse(addedAt ?? '') <= time.getTime() + CLOCK_TOLERANCE_MS;",
        "return !(Date.parse(addedAt ?? '') > time.getTime() + CLOCK_TOLERANCE_MS);",
      ],
    },
  },
  {
    file: 'pades/src/sign/add-signature-timestamp.ts',
    tests: [logged],
    faults: {
      'timestamp-before-the-leaf': ['if (log && !isAddedBefore(', 'if (log === undefined && !isAddedBefore('],
    },
  },
  {
    file: 'pades/src/transparency/signed-note.ts',
    tests: ['pades/src/transparency/cosignature.test.ts'],
    faults: {
      'cosignature-without-its-time': [
        'isValue(cosignedText(text, seconds), key, value)',
        'isValue(cosignedText(text, cosignatureOf(data).seconds & ~1n), key, value)',
      ],
      'cosignature-of-another-key': [
        'name === key.name && data.subarray(0, 4).equals(keyId(key))',
        'data.length > 0',
      ],
    },
  },
  {
    file: 'server/src/authority/certify-key.ts',
    tests: served,
    faults: {
      'key-is-certified-twice': [
        'if (await isCertified(deps.database, publicKeyHashOf(key.publicKey)))',
        'if (key === null)',
      ],
      'certificate-names-no-document': ["    profile: 'signer',\n    boundTo,\n", "    profile: 'signer',\n"],
    },
  },
  {
    file: 'server/src/authority/issue-certificate.ts',
    tests: served,
    faults: { 'signature-without-its-proof': ['proofs: { log: key.log }', 'proofs: {}'] },
  },
  {
    file: 'server/src/transparency-log/integrate-leaves.ts',
    tests: served,
    faults: {
      'leaf-goes-with-its-request': [
        '(await outsideOfUnit(() => append(deps, own)))',
        '(await append(deps, own))',
      ],
      'log-that-fails-is-an-internal-error': [
        'if (error instanceof UnavailableFault) throw error;',
        'throw error;',
      ],
    },
  },
  {
    file: 'server/src/transparency-log/log-key.ts',
    tests: served,
    faults: {
      'lost-key-of-the-log-is-replaced': [
        'if (size === 0) return newKey();',
        'if (size >= 0) return newKey();',
      ],
      'key-of-the-log-is-exchanged': ['if (await vault.find(LOG_KEY)) return false;', ''],
    },
  },
  {
    file: 'server/src/transparency-log/transparency-store.ts',
    tests: served,
    faults: {
      'demand-begins-anew': ['coalesce(certificates_since, ${now})', '${now}'],
      'log-is-waited-for-without-end': [
        "set_config('lock_timeout', ${log.wait}, true)",
        "set_config('lock_timeout', '0', ${log.wait} <> '')",
      ],
    },
  },
  {
    file: 'server/src/sealing/explain-failure.ts',
    tests: served,
    faults: {
      'seal-without-a-log-fails-like-any': [
        'if (error instanceof UnavailableFault)\n',
        'if (error === null)\n',
      ],
    },
  },
  {
    file: 'server/src/signing/advanced/certify-own-key.ts',
    tests: served,
    faults: { 'certificate-names-another-record': ['proofHash: sha256(record)', "proofHash: sha256('')"] },
  },
  {
    file: 'server/src/signing/finish/signature-source.ts',
    tests: served,
    faults: { 'preview-bound-before-is-signed': ['if (!log || !record)', 'if (!log && log !== null)'] },
  },
  {
    file: 'server/src/signing/finish/sign-checked.ts',
    tests: served,
    faults: {
      'signature-without-content-hash': [
        'certificate: certificate.der, contentHash }',
        'certificate: certificate.der }',
      ],
    },
  },
  {
    file: 'server/src/signing/answers/preview-signing.ts',
    tests: ['tests/api/passkeys.test.ts'],
    faults: {
      'preview-without-room': [
        'if (!LEAVES_MAX.some(isRoom))',
        'if (!LEAVES_MAX.some(isRoom) && stored.preview.contents_bytes === 0)',
      ],
    },
  },
  {
    file: 'server/src/identification/record-proof.ts',
    tests: served,
    faults: {
      'proof-of-any-length-is-taken': ['requireRecordRoom({ ...proof, provenAt: deps.clock.now() });', ''],
    },
  },
  {
    file: 'server/src/verification/demanded-log.ts',
    tests: ['tests/api/verify-logged.test.ts'],
    faults: {
      'copied-log-passes-for-the-log': ['entry === leaves[order]?.entry', 'entry !== undefined'],
      'log-is-not-demanded': ['if (!since) return [];', 'if (since) return [];'],
      'witnesses-of-unlogged-signatures': [
        'if (!log?.leaf || !isLogged(deps, signature)) return signature;',
        'if (log) return signature;',
      ],
    },
  },
  {
    file: 'cli/src/demanded-log.ts',
    tests: ['tests/api/verify-logged.test.ts'],
    faults: {
      'command-line-believes-another-log': [
        'findEntry: (index) => found.get(index) ?? null',
        'laterProofs: proofs.flat()',
      ],
      'witness-passes-for-log': [
        "if ((key.kind === 'cosignature') === (option === 'witness')) return key;",
        'if (key.kind) return key;',
      ],
    },
  },
  {
    file: 'verifier/src/page/show-log.ts',
    tests: ['tests/e2e/verify.test.ts'],
    faults: {
      'earlier-answer-comes-last': ['if (asked === latest) results', 'results'],
    },
  },
  {
    file: 'verifier/src/page/start-page.ts',
    tests: ['tests/e2e/verify.test.ts'],
    faults: {
      'record-takes-the-focus': ['check(lastFile, false)', 'check(lastFile)'],
      'focus-goes-with-what-was-shown': ['if (hasFocus || isFocusLost)', 'if (hasFocus)'],
    },
  },
  {
    file: 'verifier/src/evaluate.ts',
    tests: ['tests/conformance/offline-verifier.test.ts'],
    faults: {
      'offline-page-demands-no-log': [
        'logs: logs.map((log) => ({ ...log, laterProofs })),',
        'logs: logs.slice(0, 0).map((log) => ({ ...log, laterProofs })),',
      ],
    },
  },
];
