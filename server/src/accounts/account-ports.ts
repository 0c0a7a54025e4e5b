import type { StoredBlob } from '../platform/blobs.ts';
import type { Tx } from '../platform/database.ts';

export interface NewcomerFacts {
  userId: number;
  email: string;
  organizationName: string;
  /** Whether somebody vouches that the address is theirs: then invitations to it are theirs as well. */
  emailIsProven: boolean;
  now: Date;
}

export interface PasswordResetMail {
  kind: 'password_reset';
  toEmail: string;
  toName: string;
  workflowId: null;
  eventId: null;
  recipientId: null;
  detail: { linkId: string };
  now: Date;
}

/** What this room needs of higher ones; the composition root hands it in. */
export interface AccountPorts {
  /** Gives a new account its organization and first workspace. */
  settleUser(tx: Tx, newcomer: NewcomerFacts): Promise<void>;
  /** Makes a person whose address was proven a member wherever that address was invited. */
  linkMemberships(tx: Tx, person: { userId: number; email: string }): Promise<void>;
  queueMail(tx: Tx, mail: PasswordResetMail): Promise<unknown>;
  /** Inserts the row that names a blob. */
  insertFile(tx: Tx, blob: StoredBlob, about: { format: 'png' | 'jpeg'; now: Date }): Promise<number>;
}
