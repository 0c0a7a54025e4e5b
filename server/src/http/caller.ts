import { includesScope, Refusal, type Scope } from '@paraph/domain';

/** An API key that a member acts through and another made: its name, and the name of who made it. */
export interface KeyOfAnother {
  name: string;
  maker: string;
}

/** Who makes a call, whichever of the credentials they showed. */
export interface Caller {
  userId: number;
  kind: 'session' | 'token' | 'key';
  /** The only organization that the credential reaches into; null: every one that the user belongs to. */
  organizationId: number | null;
  /** Whether somebody else made the credential to act as this user: it sends in their name, and never signs. */
  onBehalf: boolean;
  /** That credential, where it is an API key of another member. */
  byKey?: KeyOfAnother;
  /** A session may do whatever its user may. */
  scopes: readonly string[] | 'all';
  /** What the workflow's source says: an app's client id for tokens, null for the web app and for keys. */
  appClientId: string | null;
  /** Of the session, grant or API key, to scope idempotency keys and rate limits. */
  key: string;
  /** SHA-256 of the session token, to tell it from the user's other sessions; null for programs. */
  sessionHash: Buffer | null;
}

/** What is known of the other end of the connection. */
export interface Visitor {
  ip: string;
  userAgent: string | null;
  /** Whether a proxy that the operator trusts said so: then the address is the proxy's word. */
  isProxied?: boolean;
}

/**
 * Requires a scope of a program: that of the call itself, and where a use case reads of one kind to write of another,
 * the second one (interface.md §2.2).
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` naming the scope
 */
export function requireScope(caller: Pick<Caller, 'kind' | 'scopes'>, scope: Scope): void {
  if (caller.scopes === 'all' || includesScope(caller.scopes, scope)) return;
  throw new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    caller.kind === 'key'
      ? `The API key lacks the scope ${scope}; make a key that has it.`
      : `The access token lacks the scope ${scope}; ask the user to allow it.`,
  );
}

/**
 * What was sent to a person at their own address is theirs alone: no key that somebody else made to act as them gets
 * their signing links, or what they signed in other organizations.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export function refuseOnBehalf({ onBehalf }: Pick<Caller, 'onBehalf'>): void {
  if (!onBehalf) return;
  throw new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    'An API key made by somebody else sends in this member’s name and never signs; use a key of their own.',
  );
}
