/** Exit codes for scripts; printed by `paraph help exit-codes`. */
export const EXIT = {
  ok: 0,
  /** Any other failure. */
  failed: 1,
  /** Wrong usage; nothing was done. */
  usage: 2,
  /** Not signed in, or not allowed to do this. */
  denied: 3,
  /** No such document. */
  notFound: 4,
  /** Ended without being signed: declined, canceled, expired or blocked. */
  notSigned: 5,
  /** A signature is not valid, or the file has none. */
  notValid: 6,
  /** The server could not be reached, or is overloaded. */
  unreachable: 7,
} as const;

export const EXIT_MESSAGES: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failed: 'any other failure',
  usage: 'wrong usage; nothing was done',
  denied: 'not signed in, or not allowed to do this',
  notFound: 'there is no such document',
  notSigned: 'the document ended without being signed',
  notValid: 'a signature is not valid, or the file has none',
  unreachable: 'the server cannot be reached, or is busy',
};

/** Ends the command with a message for the user and an exit code for scripts. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
