import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { toSeconds } from '../platform/clock.ts';
import type { StoredContact } from './contact-store.ts';
import { readContactSettings, updateContactSettings } from './learn-contacts.ts';
import {
  createContact,
  deleteContact,
  importContacts,
  listContacts,
  updateContact,
} from './manage-contacts.ts';

export function contactRoutes(deps: Deps) {
  return {
    listContacts: async ({ caller, params, query }) =>
      viewPage(await listContacts(deps, caller, { ...params, ...query }), viewContact),
    createContact: async ({ caller, params, body }) =>
      viewContact(await createContact(deps, caller, { ...params, ...body })),
    updateContact: async ({ caller, params, body }) =>
      viewContact(await updateContact(deps, caller, { ...params, ...body })),
    deleteContact: ({ caller, params }) => deleteContact(deps, caller, params),
    importContacts: ({ caller, params, body }) => importContacts(deps, caller, { ...params, ...body }),
    readContactSettings: ({ caller, query }) => readContactSettings(deps, caller, query),
    updateContactSettings: ({ caller, query, body }) =>
      updateContactSettings(deps, caller, { ...query, ...body }),
  } satisfies Partial<Handlers>;
}

function viewContact({ id, name, email, phone, language, source, last_used_at: usedAt }: StoredContact) {
  const lastUsedDate = usedAt === null ? null : toSeconds(usedAt);
  return { id, name, email, phone, language, source, lastUsedDate };
}
