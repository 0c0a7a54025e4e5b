import type { FaultyFile } from './mutation.ts';

export const sealingFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/sealing/seal-store.ts',
    tests: ['tests/api/follow-events.test.ts'],
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
    tests: ['tests/api/follow-events.test.ts'],
    faults: { 'seal-of-a-job-is-told-again': ['await markRequested(tx, { documentId, eventId });', ''] },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: ['tests/api/seal-check.test.ts'],
    faults: { 'seal-stored-unchecked': ['if (problem !== null)', "if (problem === '')"] },
  },
];
