import type { OperationDescriptions } from './description-table.ts';

const ENDED = { WORKFLOW_STATUS_CONFLICT: 'The link was ended, which cannot be undone; make another one.' };

/** Visitors, by the address of a template. */
export const PUBLIC_LINK_DESCRIPTIONS: OperationDescriptions = {
  createPublicLink: {
    does:
      'Makes an address for a door, a page or a poster. Who opens it sees the documents, gives a name and an address, ' +
      'and proves the mailbox by a mailed code; only then is a workflow made in the name of who made the link, with them in ' +
      'the placeholder, which acts alone in the first step. Also needs the scope `templates:read`. The answer has the ' +
      '`secret` once.',
    refuses: {
      VALIDATION_ERROR:
        'A setting is wrong, or the template cannot be used in this way; `violations` says which.',
      WORKFLOW_STATUS_CONFLICT: 'The template has 100 public links that have not ended.',
    },
  },
  listPublicLinks: {
    does: 'Answers a page of the public links of a template, newest first, ended ones among them. Changes nothing.',
  },
  readPublicLink: {
    does: 'Answers a public link with its address, its state and its counts. Changes nothing.',
  },
  updatePublicLink: {
    does: 'Changes what is sent of a public link. The address stays; what people have begun goes on as it was begun.',
    refuses: { ...ENDED, VALIDATION_ERROR: 'A setting is wrong, or does not suit the template.' },
  },
  endPublicLink: {
    does: 'Ends a public link for good: its page says so, with the name of the sender. Who has begun can finish.',
    refuses: ENDED,
  },
  renewPublicLinkSecret: {
    does:
      'Makes another secret for signing what `?prefill[key]=` says, and answers it once. Addresses that were signed with the ' +
      'former one are refused from now on.',
    refuses: ENDED,
  },
  listSubmissions: {
    does:
      'Answers a page of those who proved their mailbox at a public link, newest first, with the workflow of each. Who did ' +
      'not prove it is not listed. Changes nothing.',
  },
};
