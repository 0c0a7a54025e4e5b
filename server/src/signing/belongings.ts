import { type Belongings, through } from '../database/belonging.ts';

const SHORT = {
  stays: 'Ends by itself within the hour: the signer looks at the document again.',
  whileFrozen: { removal: true },
} as const;

export const BELONGINGS = {
  signing_links: through('workflows', 'workflow_id', {
    arrives: { is_moved: 'true' },
    // Made for a mail that waits.
    ends: () => 'true',
  }),
  moved_salts: through('actions', 'action_id'),
  consents: through('actions', 'action_id'),
  signature_images: through('recipients', 'recipient_id'),
  signatures: through('documents', 'document_id'),
  attachments: through('recipients', 'recipient_id'),
  pending_timestamps: through('workflows', 'workflow_id', { whileFrozen: 'all' }),
  previews: through('actions', 'action_id', SHORT),
  preview_documents: through('previews', 'preview_id', SHORT),
  bound_previews: through('previews', 'preview_id', SHORT),
  provider_visits: through('actions', 'action_id', SHORT),
  identity_visits: through('actions', 'action_id', SHORT),
  passkey_challenges: through('signing_links', 'link_id', SHORT),
  handovers: through('signing_links', 'link_id', SHORT),
  embedded_sessions: through('signing_links', 'link_id', SHORT),
  in_person_handovers: through('signing_links', 'link_id', SHORT),
  account_signatures: through('users', 'user_id'),
} as const satisfies Belongings;
