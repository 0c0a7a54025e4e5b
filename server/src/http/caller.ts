import { forbidden, includesScope, type Scope } from '@paraph/domain';
import type { HostedBy } from '../database/column-types.ts';

/** An API key that acts as a member and was created by another one: its name, and the name of its creator. */
export interface KeyOfAnother {
  name: string;
  maker: string;
}

/** An agent: the name of its app or key, and the client id of an app. */
export interface CallingAgent {
  name: string;
  clientId: string | null;
  /** Where a person does what the agent had asked for: whom it acts for. */
  forUser?: string;
  /** Where it sends by itself: which organization lets it, and who allowed that. */
  allowance?: AgentAllowanceFacts;
}

export interface AgentAllowanceFacts {
  organization: string;
  setBy: string;
}

/** Who makes a call, regardless of the kind of credential. */
export interface Caller {
  userId: number;
  /** Who they are now, and whether their address is proved, where it was read with the credential. */
  user?: {
    name: string;
    email: string;
    isProved: boolean;
    /** Whether the provider of their organization has ended their access, and they belong nowhere else. */
    isSuspended: boolean;
    /** In seconds since 1970, of a new account; null without limits. */
    limitedUntil: number | null;
  };
  kind: 'session' | 'token' | 'key';
  /** The only organization that the credential can access; null: all organizations of the user. */
  organizationId: number | null;
  /** Whether another member created the credential to act as this user: it may send in their name, but never sign. */
  onBehalf: boolean;
  /** The credential, if it is an API key of another member. */
  byKey?: KeyOfAnother;
  /** A session has all rights of its user. */
  scopes: readonly string[] | 'all';
  /** Whether nobody calls: a public link makes workflows in the name of its maker. */
  isPublicLink?: true;
  /** Recorded as the source of workflows: an app's client id for tokens, null for the web app and for keys. */
  appClientId: string | null;
  /** Of an API key: the quotas of its organization's own for calls of programs; null: without a limit. */
  callQuotas?: Readonly<Partial<Record<'calls' | 'examinations', number | null>>>;
  /** The id of the API key; absent for other credentials. */
  apiKeyId?: number;
  /** How the API key is called, or the app of an access token. */
  credentialName?: string;
  /** The program that speaks MCP for the user, if one calls: it is named by all that it did. */
  agent?: CallingAgent;
  /** Identifies the session, grant or API key, for idempotency keys and rate limits. */
  key: string;
  /** SHA-256 of the session token, to distinguish the user's sessions; null for programs. */
  sessionHash: Buffer | null;
  /** Of a session: when its person last showed a factor, or the password of an account without one. */
  provenAt?: Date;
  /** Of a session: whether an organization asks for a second factor by now, and the account has none. */
  lacksFactor?: boolean;
}

export interface Visitor {
  ip: string;
  userAgent: string | null;
  /** Whether the address was reported by a proxy that the operator trusts. */
  isProxied?: boolean;
  /** Whether the address is that of a proxy which the operator has not named. */
  isUnnamedProxy?: boolean;
  /** By whom a recipient has the session, where they did not open the link that was mailed. */
  hosted?: HostedBy;
}

/**
 * Requires a scope of a program: that of the call itself, and where a use case reads of one kind to write of another,
 * the second one (interface.md §2.2).
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` naming the scope
 */
export function requireScope(caller: Pick<Caller, 'kind' | 'scopes'>, scope: Scope): void {
  if (caller.scopes === 'all' || includesScope(caller.scopes, scope)) return;
  throw forbidden(
    caller.kind === 'key'
      ? `The API key lacks the scope ${scope}; make a key that has it.`
      : `The access token lacks the scope ${scope}; ask the user to allow it.`,
    { missingScope: scope },
  );
}

/**
 * Refuses keys that another member created to act as the caller: they must not get the caller's signing links, or what
 * the caller signed in other organizations.
 */
export function refuseOnBehalf({ onBehalf }: Pick<Caller, 'onBehalf'>): void {
  if (!onBehalf) return;
  throw forbidden(
    'An API key of another member may send in this member’s name, but not sign; use a key of their own.',
  );
}
