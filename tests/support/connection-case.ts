import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Browser } from '../api/accounts-instance.ts';
import { openDnsServer } from './dns-server.ts';
import { folderForThisFile, forThisFile, openInstanceCase } from './instance-case.ts';
import { openOpenidProvider, type Visitor } from './openid-provider.ts';
import { caller } from './organization.ts';
import { codeAt } from './totp-code.ts';
import { workflowTables } from './workflow-tables.ts';

export const PATH = '/api/v1/organization/connections';

export interface Connection {
  id: string;
  domains: { domain: string; recordName: string; recordValue: string; provenDate: number | null }[];
}

/** As when a host has handed the device over on which this account is signed in. */
export async function lockSessionOf(query: ReturnType<typeof workflowTables>['query'], email: string) {
  await query(
    `insert into session_locks (token_hash, pin_hash, return_path, locked_at)
       select token_hash, sha256(token_hash), '/documents', now() from sessions
       join users on users.id = user_id where email = $1`,
    [email],
  );
}

/** An instance with a provider of its own, and another for the organization of its sender; each test begins without connections. */
export async function openConnectionCase() {
  const folder = await folderForThisFile();
  writeFileSync(join(folder, 'secret'), 'a secret of the client', { mode: 0o600 });
  const now = (): number => instance.nowSeconds();
  const provider = await forThisFile(openOpenidProvider(now));
  const operators = await forThisFile(openOpenidProvider(now));
  const dns = await forThisFile(openDnsServer());
  const { instance, sender, signInAgain } = await openInstanceCase({
    env: {
      PARAPH_OIDC_ISSUER: operators.issuer,
      PARAPH_OIDC_CLIENT_ID: 'paraph',
      PARAPH_OIDC_CLIENT_SECRET_FILE: join(folder, 'secret'),
      PARAPH_OIDC_NAME: 'The house',
      PARAPH_DNS_SERVERS: dns.address,
    },
  });
  const call = caller(sender);
  const { query } = workflowTables(() => instance);
  const [workspace] = (await call('GET', '/api/v1/workspaces')).body as unknown as { id: number }[];
  const workspaceId = workspace?.id ?? 0;

  beforeEach(() => {
    provider.broken.clear();
    provider.state.metadata = {};
  });

  afterEach(async () => {
    const { connections } = (await call('GET', PATH)).body as unknown as { connections: Connection[] };
    for (const { id } of connections) await call('DELETE', `${PATH}/${id}`);
  });

  const mapping = {
    groupClaim: 'groups',
    groups: [{ group: 'writers', workspaceId, role: 'editor' }],
    administratorGroups: ['chiefs'],
    defaultRole: null as { workspaceId: number; role: string } | null,
    isDecisive: false,
  };
  const form = (more: object = {}) => ({
    ...{ name: 'Acme', ...provider.form, domains: [] as string[], isForSigners: false, isForMembers: true },
    ...{ isEnforced: false, endsSession: false, mapping, ...more },
  });
  const made = async (more: object = {}): Promise<Connection> => {
    const { status, body } = await call('POST', PATH, form(more));
    expect(status, JSON.stringify(body)).toBe(201);
    return body as unknown as Connection;
  };
  const change = (id: string, more: object) => call('PUT', `${PATH}/${id}`, form(more));

  /** One whose domain is proven. */
  async function proven(domain: string, more: object = {}): Promise<Connection> {
    const connection = await made({ domains: [domain], ...more });
    const { recordName, recordValue } = connection.domains[0] ?? { recordName: '', recordValue: '' };
    dns.records.set(recordName, ['v=spf1 -all', recordValue]);
    expect((await call('POST', `${PATH}/${connection.id}/domain-check`, { domain })).status).toBe(200);
    return connection;
  }

  /** The sender sets up an authenticator app, unless there is one; returns its secret. */
  async function setUpFactor(): Promise<string> {
    const { status, body } = await call('POST', '/api/v1/account/second-factor');
    if (status !== 201) return '';
    const { secret } = body as unknown as { secret: string };
    const code = codeAt(instance.deps.clock.now(), secret);
    await call('POST', '/api/v1/account/second-factor/confirm', { code });
    return secret;
  }
  const removeFactor = () => call('DELETE', '/api/v1/account/second-factor');

  /** Leaves for the provider; returns where it sends the browser. */
  async function leave(browser: Browser, id: string, search = ''): Promise<string> {
    const left = await browser.call('GET', `/sso/${id}${search}`);
    expect(left.statusCode, left.body).toBe(303);
    return String(left.headers.location);
  }

  async function comeBack(browser: Browser, address: string): Promise<string> {
    const { pathname, search } = new URL(address);
    return String((await browser.call('GET', `${pathname}${search}`)).headers.location);
  }

  async function signInBy(browser: Browser, id: string, visitor: Visitor, at = provider): Promise<string> {
    return comeBack(browser, at.signIn(await leave(browser, id), visitor));
  }

  const visitOf = async (browser: Browser) =>
    (await browser.call('GET', '/api/v1/account/sign-in/visit')).json().visit as {
      problem: string | null;
      emailToConfirm: string | null;
      retryDate: number | null;
    } | null;
  const profileOf = async (browser: Browser) => browser.call('GET', '/api/v1/profile');
  const emailOf = async (browser: Browser) => (await profileOf(browser)).json().email as string | undefined;
  const rolesOf = async (email: string) =>
    (
      await query(
        `select workspace_users.role_id, administrator from members
       left join workspace_users on workspace_users.member_id = members.id where members.email = $1`,
        [email],
      )
    ).map(({ role_id: role, administrator }) => [role === null ? null : Number(role), administrator]);
  return {
    call,
    change,
    comeBack,
    dns,
    form,
    instance,
    leave,
    made,
    mapping,
    operators,
    profileOf,
    proven,
    provider,
    query,
    removeFactor,
    sender,
    setUpFactor,
    signInAgain,
    signInBy,
    visitOf,
    workspaceId,
    emailOf,
    rolesOf,
  };
}
