/** What scripts can tell apart; printed by `paraph help exit-codes`. */
export const EXIT = {
  ok: 0,
  /** Something failed that is none of the others. */
  failed: 1,
  /** The command was not understood; nothing was done. */
  usage: 2,
  /** Not signed in, or not allowed to do this. */
  denied: 3,
  /** No such document. */
  notFound: 4,
  /** It ended without being signed: declined, canceled, expired or blocked. */
  notSigned: 5,
  /** A signature does not hold, or the file has none. */
  notValid: 6,
  /** The server could not be reached, or is overloaded. */
  unreachable: 7,
} as const;

export const EXIT_MESSAGES: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failed: 'it failed, for none of the reasons below',
  usage: 'the command was not understood; nothing was done',
  denied: 'not signed in, or not allowed to do this',
  notFound: 'there is no such document',
  notSigned: 'the document ended without being signed',
  notValid: 'a signature does not hold, or the file has none',
  unreachable: 'the server cannot be reached, or is busy',
};

/** Ends the command with words for the user and a code for the script. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
