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
