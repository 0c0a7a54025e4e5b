/** What the process that measures asks of the server's. */
export type Ask =
  | {
      kind:
        | 'start-worker'
        | 'stop-worker'
        | 'count-jobs'
        | 'count-queries'
        | 'held-bytes'
        | 'empty-floor'
        | 'fill-lists'
        | 'start-profile'
        | 'checkpoint'
        | 'wal-position'
        | 'stored'
        | 'compact'
        | 'vacuum'
        | 'sweep'
        | 'vacuum-month'
        | 'drop-months'
        | 'end';
    }
  | { kind: 'send-event' | 'replay-event' | 'status' | 'ended-at'; envelopeId: string }
  | { kind: 'signing-link'; envelopeId: string; email: string }
  | { kind: 'fill-history'; copies: number }
  | { kind: 'fill-events'; workflows: number; months: number }
  | { kind: 'make-due'; count: number }
  /** As many others, each with an organization of its own; answers a token of each. */
  | { kind: 'add-customers'; count: number }
  | { kind: 'wal-since'; position: string }
  | { kind: 'post-bare'; url: string; body: string }
  | { kind: 'stop-profile'; path: string };

/** The first, with id 0, holds the target's facts. */
export type Reply = { id: number; value: unknown } | { id: number; error: string | undefined };

export interface TargetFacts {
  port: number;
  /** A signed-in sender's. */
  cookie: string;
  /** Access tokens of the same sender, each of an app of its own: they have rate limits. */
  tokens: string[];
}

/** An organization with so many workflows, and a signed-in user who may see them. */
export interface FilledList {
  rows: number;
  workspaceId: number;
  cookie: string;
  fillMs: number;
}

/** The events of a year, with their indexes. */
export interface FilledMonths {
  events: number;
  bytes: number;
  fillMs: number;
}

/** Bytes of the write-ahead log. */
export interface WrittenAhead {
  records: number;
  /** Whole pages: one for each page that is changed for the first time after a checkpoint. */
  images: number;
  /** Transactions that wrote something. */
  commits: number;
}

/** What is kept: in the folder of files, and in the database with its indexes. */
export interface Stored {
  blobBytes: number;
  databaseBytes: number;
  rows: number;
}

/** How many statements a server sent to its database, and each text with how often it was sent. */
export interface StatementsSent {
  sent: number;
  byText: Record<string, number>;
}

/** When something was committed, by the clock that all processes of a machine share. */
export interface Committed {
  atNs: string;
}

/** Where the server's own thread spent its time. */
export interface ProfileLine {
  place: string;
  ms: number;
}
