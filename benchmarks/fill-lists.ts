import { LIMITS } from '@paraph/domain';
import { createUser } from '../server/src/accounts/create-account.ts';
import { openSession } from '../server/src/accounts/sessions.ts';
import type { Deps } from '../server/src/deps.ts';
import { sessionCookieName } from '../server/src/http/authenticate.ts';
import { newKey, newToken } from '../server/src/platform/ids.ts';
import { createPersonalOrganization } from '../server/src/workspaces/create-personal-organization.ts';
import { fillWorkflows } from './fill-workflows.ts';
import type { FilledList } from './target-messages.ts';

const SIZES = [1_000, Number(process.env.PARAPH_BENCH_ROWS ?? 1_000_000)];

/** Two organizations of one instance: one with a thousand workflows, one with a million or `PARAPH_BENCH_ROWS`. */
export async function fillLists(deps: Deps): Promise<FilledList[]> {
  const lists: FilledList[] = [];
  for (const rows of SIZES) {
    const { userId, cookie } = await signUp(deps, rows);
    const found = await deps.pool.query<{ id: number }>(
      `select workspace_id as id from workspace_users
         join members on members.id = member_id where user_id = $1`,
      [userId],
    );
    const workspaceId = found.rows[0]?.id ?? 0;
    const startedAt = performance.now();
    await fillWorkflows(deps.pool, { workspaceId, creatorId: userId, rows });
    await fillContacts(deps, workspaceId, Math.min(rows, LIMITS.contactsMax));
    lists.push({ rows, workspaceId, cookie, fillMs: performance.now() - startedAt });
  }
  return lists;
}

async function fillContacts({ pool }: Deps, workspaceId: number, count: number): Promise<void> {
  await pool.query(
    `insert into contacts (workspace_id, name, email, email_key, source, last_used_at, created_at, words)
       select $1, name, email, email, 'learned', now() - n * interval '1 s', now(), search_fold(name || E'\\n' || email)
         from (select n, 'p' || n || '@example.com' as email,
           (array['Ada', 'Grace', 'Alan', 'Edsger'])[1 + n % 4] || ' ' ||
             (array['Lovelace', 'Hopper', 'Turing'])[1 + n % 3] as name from generate_series(1, $2::int) as n) as person`,
    [workspaceId, count],
  );
  await pool.query('analyze contacts');
}

async function signUp(deps: Deps, rows: number): Promise<{ userId: number; cookie: string }> {
  const ports: Parameters<typeof createUser>[1] = {
    createPersonalOrganization: (tx, newcomer) => createPersonalOrganization(tx, deps, newcomer),
  };
  const person = { name: `Sender of ${rows}`, email: `list-${rows}@example.com`, password: newKey(deps.ids) };
  const { id: userId } = await createUser(deps, ports, person);
  const token = newToken(deps.ids);
  const device = { token: newToken(deps.ids), replaces: null };
  const session = {
    token,
    replaces: null,
    device,
    language: null,
    visitor: { ip: '127.0.0.1', userAgent: null },
  };
  await deps.database.transaction().execute((tx) => openSession(tx, deps, { userId, session }));
  return { userId, cookie: `${sessionCookieName(deps.config.baseUrl)}=${token}` };
}
