import type { OperationDescriptions } from './description-table.ts';

/** The record of an organization. */
export const RECORD_DESCRIPTIONS: OperationDescriptions = {
  listOrganizationEvents: {
    does:
      'Answers a page of what was done with the organization, its people and its settings: sign-ins, factors, roles, ' +
      'memberships, keys, apps, connections, webhooks, retention, exports. Each says who, by which credential, from where, ' +
      'and what differs of before and after; no secret and no content of a document. The newest first; `total` is exact up ' +
      'to 10,000. For administrators. That it was read is recorded, once an hour for each of them.',
    refuses: { VALIDATION_ERROR: 'No kind is called so.' },
  },
  exportOrganizationEvents: {
    does:
      'Answers all of the record that the filters find, the oldest first, while it is read: a table in which no cell is ' +
      'calculated, or a JSON object a line with its number and hash in the chain. For administrators. Each export is recorded.',
    refuses: {
      VALIDATION_ERROR: 'No kind is called so.',
      RATE_LIMIT_REACHED: 'You have exported often in the last hour.',
    },
  },
  readCollector: {
    does:
      'Answers where the record is sent, how far the collector has come, and why the last try failed. For administrators. ' +
      'Changes nothing.',
  },
  saveCollector: {
    does:
      'Sends what is in the record, and what is written into it from then on, to an address: signed, in the order of the ' +
      'chain, at least once, within two minutes. A collector that fails is tried again until it takes what it missed. For ' +
      'administrators. Recorded.',
    refuses: {
      VALIDATION_ERROR:
        'The address may not be called, the record has no such number, or another server comes without its `authorization`.',
    },
  },
  deleteCollector: {
    does: 'Removes the collector with its secret and its position: nothing more is sent. For administrators. Recorded.',
    refuses: { NOT_FOUND: 'No collector is set up.' },
  },
  retryCollector: {
    does: 'Tries the collector now and does not wait for its answer; `GET` says what became of it. For administrators.',
    refuses: { NOT_FOUND: 'No collector is set up.' },
  },
};
