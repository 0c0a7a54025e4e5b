import { PREFERENCES } from '@paraph/domain';
import { secretBoundTo as boundToDestination } from './destinations/open-destination.ts';
import { secretBoundTo as boundToConnection } from './identity-providers/manage-identity-provider.ts';
import { keyBoundTo } from './identity-providers/saml-provider.ts';
import type { Table } from './organization-moves/api.ts';
import { authorizationBoundTo } from './organization-record/forward-record.ts';
import type { KeyVault } from './platform/keys/key-vault.ts';
import { deriveSigningSecret } from './platform/outside/notification-signature.ts';
import { boundTo as boundToTotp } from './second-factors/totp-secret.ts';
import { secretBoundTo as boundToProvider } from './trust-services/find-providers.ts';
import { pinBoundTo } from './trust-services/seal-key.ts';
import { openPreferences } from './workflows/lifecycle/callback.ts';

// What of an organization only the keys of this instance open. Tokens of links, invitations and public links are not
// among it: elsewhere their hashes suffice, and who has the archive of an organization signs for nobody.

type Row = Readonly<Record<string, unknown>>;

interface MovableSecret {
  table: Table;
  column: string;
  /** By which its row is found again, and what the secret is bound to. */
  by: readonly string[];
  /** SQL: of which rows, named `r`. */
  where?: string;
  /** Null where the row has none. */
  open(vault: KeyVault, row: Row): string | null;
}

/** As `table.column`, encrypted for the row of an id. */
function sealed(name: `${Table}.${string}`, by: string, boundTo: (id: number) => string): MovableSecret {
  const [table, column = ''] = name.split('.') as [Table, string?];
  const open = (vault: KeyVault, row: Row) => vault.decrypt(String(row[column]), boundTo(Number(row[by])));
  return { table, column, by: [by], where: `r.${column} <> ''`, open };
}

/** Of a receiver: derived from a name that the row has. */
function derived(table: Table, column: string, by: string): MovableSecret {
  const open = (vault: KeyVault, row: Row) => deriveSigningSecret(vault, String(row[column])).text;
  return { table, column, by: [by], where: `r.${column} is not null`, open };
}

type Preferences = Readonly<Record<string, string>>;

const { callbackSecret } = PREFERENCES;
const hasSecret = (json: string) => `${json} ->> '${callbackSecret}' is not null`;

export const MOVABLE_SECRETS: readonly MovableSecret[] = [
  sealed('destinations.sealed_secret', 'workspace_id', boundToDestination),
  sealed('trust_providers.sealed_secret', 'organization_id', boundToProvider),
  sealed('seal_credentials.sealed_pin', 'organization_id', pinBoundTo),
  sealed('identity_providers.sealed_secret', 'organization_id', boundToConnection),
  {
    ...{ table: 'saml_providers', column: 'sealed_key', by: ['connection_id'] },
    open: (vault, row) => vault.decrypt(String(row.sealed_key), keyBoundTo(String(row.connection_id))),
  },
  sealed('record_collectors.sealed_authorization', 'organization_id', authorizationBoundTo),
  derived('record_collectors', 'secret_key', 'organization_id'),
  derived('webhook_endpoints', 'secret_key', 'id'),
  derived('webhook_endpoints', 'previous_secret_key', 'id'),
  sealed('totp_secrets.sealed_secret', 'user_id', boundToTotp),
  {
    ...{
      table: 'workflows',
      column: 'preferences',
      by: ['id', 'envelope_id'],
      where: hasSecret('r.preferences'),
    },
    open: (vault, { envelope_id: envelopeId, preferences }) =>
      openPreferences({ vault }, { envelopeId: String(envelopeId) }, preferences as Preferences)[
        callbackSecret
      ] ?? null,
  },
  {
    ...{ table: 'templates', column: 'preferences', by: ['id'], where: hasSecret('r.preferences') },
    open: (vault, { id, preferences }) =>
      openPreferences({ vault }, { templateId: Number(id) }, preferences as Preferences)[callbackSecret] ??
      null,
  },
  {
    ...{ table: 'bulk_jobs', column: 'template', by: ['id'] },
    where: hasSecret(`r.template -> 'head' -> 'preferences'`),
    open: (vault, { template }) => {
      const { id, preferences } = (template as { head: { id: number; preferences: Preferences } }).head;
      return openPreferences({ vault }, { templateId: id }, preferences)[callbackSecret] ?? null;
    },
  },
];
