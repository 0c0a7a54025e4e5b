import type { FastifyInstance } from 'fastify';
import { findSandboxRoot, openSandboxAuthority, publishSandboxCrl } from './authority.ts';
import { SANDBOX_CLIENT_ID, sandboxClientSecret } from './oauth.ts';
import { addSandboxPages } from './pages.ts';
import { type SandboxPorts, sandboxUrl } from './ports.ts';
import { answerSandbox } from './service.ts';
import { deleteEndedGrants } from './store.ts';

export type { SandboxPorts } from './ports.ts';

/** A trust service provider of this instance, for trying the level qualified. */
export interface Sandbox {
  /** As an organization would enter a provider. */
  readonly provider: {
    name: string;
    baseUrl: string;
    oauthUrl: string;
    clientId: string;
    clientSecret: string;
  };
  /** The certificate of its authority, made at first use. */
  root(): Promise<Uint8Array>;
  /** Whether this is that certificate; makes none. */
  isRoot(certificate: Uint8Array): Promise<boolean>;
  /** The list of what it revoked, which also proves that others were not. */
  crl(): Promise<Uint8Array>;
  /** Answers a call as its pages would; null where the address is none of its own. */
  answer(
    url: string,
    request: { authorization: string; body: string },
  ): Promise<{ status: number; body: string } | null>;
  /** `countCall` refuses the calls of an address that makes too many. */
  addPages(app: FastifyInstance, countCall: (ip: string) => Promise<unknown>): void;
  deleteEndedGrants(): Promise<void>;
}

export function openSandbox(ports: SandboxPorts): Sandbox {
  const base = sandboxUrl(ports, '/');
  return {
    provider: {
      name: 'Sandbox Trust Services',
      baseUrl: sandboxUrl(ports, '/csc/v2'),
      oauthUrl: sandboxUrl(ports, ''),
      clientId: SANDBOX_CLIENT_ID,
      clientSecret: sandboxClientSecret(ports),
    },
    root: async () => (await openSandboxAuthority(ports)).certificates[0] ?? new Uint8Array(),
    isRoot: async (certificate) => (await findSandboxRoot(ports))?.equals(certificate) === true,
    crl: () => publishSandboxCrl(ports),
    answer: async (url, request) =>
      url.startsWith(base) ? answerSandbox(ports, { ...request, path: url.slice(base.length - 1) }) : null,
    addPages: (app, countCall) => addSandboxPages(app, ports, countCall),
    deleteEndedGrants: () => deleteEndedGrants(ports, ports.now()),
  };
}
