/** Everything that the sandbox needs of the instance around it. */
export interface SandboxPorts {
  /** Of the instance; the sandbox is below its path `/sandbox-provider`. */
  baseUrl: string;
  now(): Date;
  randomBytes(count: number): Uint8Array;
  /** Sends a statement to the database of the instance. */
  query<R>(text: string, values: readonly unknown[]): Promise<R[]>;
  vault: {
    /** The named secret, which `make` makes at its first use. */
    secret(name: string, make: () => Uint8Array | Promise<Uint8Array>): Promise<Buffer>;
    find(name: string): Promise<Buffer | null>;
    derive(purpose: string, text: string): Buffer;
    encrypt(text: string, boundTo: string): string;
    decrypt(sealed: string, boundTo: string): string;
  };
}

export const SANDBOX_PATH = '/sandbox-provider';

/** The address of a page or a list of the sandbox. */
export function sandboxUrl({ baseUrl }: Pick<SandboxPorts, 'baseUrl'>, path: string): string {
  return `${baseUrl}${SANDBOX_PATH}${path}`;
}

/** A refusal in the terms of the CSC API and OAuth 2: code, sentence and status. */
export class SandboxError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'SandboxError';
    this.code = code;
    this.status = status;
  }
}
