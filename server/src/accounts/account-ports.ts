import type { OrganizationEvent } from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';

export interface NewcomerFacts {
  userId: number;
  email: string;
  organizationName: string;
  /** Whether the email address is verified: then pending invitations to it are accepted as well. */
  emailIsProven: boolean;
  now: Date;
}

/** What may act in a user's name without a session: nothing of it ends by itself when the password changes. */
export interface GrantedAccess {
  apps: { id: number; name: string; ownerName: string; lastUseDate: number | null }[];
  apiKeys: { id: number; name: string; organizationName: string; hint: string; lastUseDate: number | null }[];
}

export interface AccessChoice {
  appIds: readonly number[];
  apiKeyIds: readonly number[];
}

export interface AccountMail {
  kind:
    | 'password_reset'
    | 'password_changed'
    | 'access_ended'
    | 'address_proof'
    | 'address_change'
    | 'address_notice'
    | 'member_invited'
    | 'second_factor';
  toEmail: string;
  toName: string | null;
  detail: Record<string, unknown>;
  now: Date;
}

/** What this room needs of higher ones; the composition root hands it in. */
export interface AccountPorts {
  createPersonalOrganization(tx: Tx, newcomer: NewcomerFacts): Promise<void>;
  /** Adds a user with a verified address to the organizations that invited it. */
  linkMemberships(tx: Tx, person: { userId: number; email: string; now: Date }): Promise<void>;
  /** Gives a user's memberships their new address, and accepts what invited it. */
  moveMemberships(tx: Tx, person: { userId: number; email: string; now: Date }): Promise<void>;
  /** Writes an act down for the administrators of each organization of the user. */
  recordForOrganizations(
    tx: Tx,
    act: {
      userId: number;
      /** Null: a person who is not known. */
      actorId?: number | null;
      name: OrganizationEvent;
      detail?: Readonly<Record<string, string>>;
      now: Date;
    },
  ): Promise<void>;
  /** The token of a sign-in that waits for the second factor. */
  openSecondStep(userId: number): Promise<string>;
  queueMail(tx: Tx, mail: AccountMail): Promise<unknown>;
  /** The connection by which alone an address signs in; null where a password does, as for one administrator. */
  findRequiredConnection(
    reads: Reads,
    of: { email: string; userId: number | null },
  ): Promise<{ name: string } | null>;
  /** Where the browser ends the session at the provider that this one came from; null where it stays. */
  findProviderSignOut(tokenHash: Buffer): Promise<string | null>;
  listOrganizationNames(reads: Reads, userId: number): Promise<string[]>;
  listAccess(reads: Reads, userId: number): Promise<GrantedAccess>;
  endAccess(tx: Tx, chosen: AccessChoice & { userId: number; now: Date }): Promise<void>;
}
