import type { FaultyFile } from './mutation.ts';

const seals = 'tests/api/seals.test.ts';

export const sealingFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/workflows/reading/read-workflow.ts',
    tests: [seals],
    faults: {
      'seal-read-as-a-workflow': ['isSealed(record.workflow) !== isSeal', 'false'],
      'seal-changed-as-a-workflow': ['isSealed(summary) !== isSeal', 'false'],
      'seal-read-as-an-envelope': ['isSealed(envelope.workflow) !== isSeal', 'false'],
    },
  },
  {
    file: 'server/src/sealing/seal-store.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: {
      'approval-told-twice-seals-anew': [
        "eb(fn.coalesce('seals.requested_event', val(0)), '<', eventId)",
        'val(true)',
      ],
      'sealed-request-is-forgotten': [
        'return eventId === null ? {} : { requested_event: eventId };',
        'return eventId === null ? {} : {};',
      ],
    },
  },
  {
    file: 'server/src/sealing/handle-approval-event.ts',
    tests: ['tests/api/event-ranges.test.ts'],
    faults: { 'seal-of-a-job-is-told-again': ['await markRequested(tx, { documentId, eventId });', ''] },
  },
  {
    file: 'server/src/sealing/make-seal.ts',
    tests: ['tests/api/seal-check.test.ts'],
    faults: { 'seal-stored-unchecked': ['if (problem !== null)', "if (problem === '')"] },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: [seals],
    faults: {
      'seal-made-later-names-a-person': [
        'if (isSealOf(facts)) return sealingOrganization(facts.organization, fieldName);',
        '',
      ],
    },
  },
  {
    file: 'server/src/organization-seals/create-seal.ts',
    tests: [seals],
    faults: {
      'seal-without-its-permission': ["needed: 'create_seal',", ''],
      'seal-of-the-first-of-two-files': ['documents.length > 1', 'false'],
      'seal-that-waits-is-refused': ['failure.retries !== null', 'false'],
    },
  },
  {
    file: 'server/src/organization-seals/read-seals.ts',
    tests: [seals],
    faults: {
      'unsealed-file-served-as-sealed': [
        "workflow.status === 'signed' ? files[0]?.sealed : null",
        'files[0]?.original',
      ],
    },
  },
  {
    file: 'server/src/workflows/store/workflow-page-store.ts',
    tests: [seals],
    faults: { 'seals-among-workflows': ["sql`source_type <> 'seal'`", 'sql`true`'] },
  },
  {
    file: 'domain/src/organization-seal.ts',
    tests: [seals],
    faults: { 'seal-told-as-a-workflow': ['EVENTS[name] ?? name', 'name'] },
  },
  {
    file: 'pades/src/intake/value-walk.ts',
    tests: ['pades/src/intake/examine.test.ts'],
    faults: {
      'program-inside-taken-for-xml': ["XML_TYPES.has(nameAt('Subtype'))", 'true'],
      'file-inside-taken-unread': [
        "carriesXml(document, key, value) ? 'attached-xml' : kind",
        "'attached-xml'",
      ],
    },
  },
];
