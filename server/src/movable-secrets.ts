import { PREFERENCES } from '@paraph/domain';
import { secretBoundTo as boundToDestination } from './destinations/open-destination.ts';
import { secretBoundTo as boundToConnection } from './identity-providers/manage-identity-provider.ts';
import { keyBoundTo } from './identity-providers/saml-provider.ts';
import type { Table } from './organization-moves/api.ts';
import { authorizationBoundTo } from './organization-record/forward-record.ts';
import type { KeyVault } from './platform/keys/key-vault.ts';
import { deriveSigningSecret, sealSigningSecret } from './platform/outside/notification-signature.ts';
import { type MovedSecrets, openLinkSecrets, sealMoved } from './public-links/link-secrets.ts';
import { boundTo as boundToTotp } from './second-factors/totp-secret.ts';
import { IS_SALTED_HERE } from './signing/api.ts';
import { fieldSalt, saltBoundTo } from './signing/finish/act-evidence.ts';
import { secretBoundTo as boundToProvider } from './trust-services/find-providers.ts';
import { pinBoundTo } from './trust-services/seal-key.ts';
import { openPreferences, type SecretOwner, sealPreferences } from './workflows/lifecycle/callback.ts';

// What of an organization only the keys of this instance open. Tokens of signing links and invitations are not among
// it: elsewhere their hashes suffice, and who has the archive of an organization signs for nobody. The addresses of
// public links are on doors, and are.

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
  /** What the column says where the row is read in: the secret by the keys of that instance. */
  close(vault: KeyVault, row: Row, secret: string): unknown;
}

/** The rows that this one becomes where it is read in are of another table. */
export const BECOMES: Readonly<Record<string, { table: Table; key: string; column: string }>> = {
  'actions.id': { table: 'moved_salts', key: 'action_id', column: 'sealed_salt' },
};

/** As `table.column`, encrypted for the row of an id. */
function sealed(name: `${Table}.${string}`, by: string, boundTo: (id: number) => string): MovableSecret {
  const [table, column = ''] = name.split('.') as [Table, string?];
  const open = (vault: KeyVault, row: Row) => vault.decrypt(String(row[column]), boundTo(Number(row[by])));
  const close = (vault: KeyVault, row: Row, secret: string) =>
    vault.encrypt(secret, boundTo(Number(row[by])));
  return { table, column, by: [by], where: `r.${column} <> ''`, open, close };
}

/** Of a receiver: derived from a name that the row has. */
function derived(table: Table, column: string, by: string): MovableSecret {
  const open = (vault: KeyVault, row: Row) => deriveSigningSecret(vault, String(row[column])).text;
  const close = (vault: KeyVault, _row: Row, secret: string) => sealSigningSecret(vault, secret);
  return { table, column, by: [by], where: `r.${column} is not null`, open, close };
}

/** The callback secret among preferences. */
function ofPreferences(
  about: Pick<MovableSecret, 'by' | 'column' | 'table'>,
  ownerOf: (row: Row) => SecretOwner,
): MovableSecret {
  return {
    ...about,
    where: hasSecret('r.preferences'),
    open: (vault, row) =>
      openPreferences({ vault }, ownerOf(row), row.preferences as Preferences)[callbackSecret] ?? null,
    close: (vault, row, secret) =>
      closePreferences(vault, ownerOf(row), {
        ...(row.preferences as Preferences),
        [callbackSecret]: secret,
      }),
  };
}

function closePreferences(vault: KeyVault, owner: SecretOwner, preferences: Preferences): Preferences {
  return sealPreferences({ vault }, owner, { preferences }) as Preferences;
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
    close: (vault, row, secret) => vault.encrypt(secret, keyBoundTo(String(row.connection_id))),
  },
  sealed('record_collectors.sealed_authorization', 'organization_id', authorizationBoundTo),
  derived('record_collectors', 'secret_key', 'organization_id'),
  derived('webhook_endpoints', 'secret_key', 'id'),
  derived('webhook_endpoints', 'previous_secret_key', 'id'),
  sealed('totp_secrets.sealed_secret', 'user_id', boundToTotp),
  ofPreferences({ table: 'workflows', column: 'preferences', by: ['id', 'envelope_id'] }, (row) => ({
    envelopeId: String(row.envelope_id),
  })),
  ofPreferences({ table: 'templates', column: 'preferences', by: ['id'] }, (row) => ({
    templateId: Number(row.id),
  })),
  {
    ...{ table: 'bulk_jobs', column: 'template', by: ['id'] },
    where: hasSecret(`r.template -> 'head' -> 'preferences'`),
    open: (vault, { template }) => {
      const { id, preferences } = (template as { head: { id: number; preferences: Preferences } }).head;
      return openPreferences({ vault }, { templateId: id }, preferences)[callbackSecret] ?? null;
    },
    close: (vault, { template }, secret) => {
      const whole = template as { head: { id: number; preferences: Preferences } };
      const { id, preferences } = whole.head;
      const closed = closePreferences(
        vault,
        { templateId: id },
        { ...preferences, [callbackSecret]: secret },
      );
      return { ...whole, head: { ...whole.head, preferences: closed } };
    },
  },
  {
    ...{ table: 'public_links', column: 'key', by: ['id', 'secret_number'], where: 'true' },
    open: (vault, row) => JSON.stringify(openLinkSecrets(vault, linkOf(row))),
    close: (vault, _row, secret) => sealMoved(vault, JSON.parse(secret) as MovedSecrets),
  },
  sealed('moved_salts.sealed_salt', 'action_id', saltBoundTo),
  // By these salts the answers of signers were hashed; their evidence shows both.
  {
    ...{ table: 'actions', column: 'id', by: ['id'] },
    where: `r.acted_at is not null and ${IS_SALTED_HERE}`,
    open: (vault, { id }) => fieldSalt({ vault }, Number(id)),
    close: (vault, { id }, secret) => vault.encrypt(secret, saltBoundTo(Number(id))),
  },
];

function linkOf({ key, secret_number: number }: Row) {
  return { key: String(key), secret_number: Number(number) };
}
