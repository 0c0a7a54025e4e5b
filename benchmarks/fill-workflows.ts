import type { Pool, PoolClient } from 'pg';

// Workflows by the thousand, straight in SQL: each with a document, a recipient, a step, an action and a field.

const TABLES = ['workflows', 'documents', 'recipients', 'recipient_roles', 'steps', 'actions', 'fields'];
/** What triggers maintain otherwise. */
const MAINTAINED = ['workflow_counts', 'workflow_search'];

interface Filled {
  workspaceId: number;
  creatorId: number;
  rows: number;
}

/** Fills a workspace. The ids of everything follow from one number, so that rows refer to each other. */
export async function fillWorkflows(pool: Pool, filled: Filled): Promise<void> {
  const indexes = await takeIndexes(pool, [...TABLES, ...MAINTAINED]);
  await sideBySide(pool, await statementsFor(pool, filled));
  await sideBySide(pool, [
    [WORDS, [filled.workspaceId]],
    [COUNTS, [filled.workspaceId]],
  ]);
  await sideBySide(pool, indexes);
  await sideBySide(
    pool,
    [...TABLES, ...MAINTAINED].map((table) => [`vacuum (analyze) ${table}`]),
  );
}

/** Drops all but the unique ones, and returns what makes them anew: in a tenth of what filling them by rows takes. */
export async function takeIndexes(pool: Pool, tables: readonly string[]): Promise<Statement[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = any($1::regclass[]) and not indisunique`,
    [[...tables]],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return rows.map(({ definition }): Statement => [definition]);
}

type Statement = [text: string, values?: unknown[]];
type Work = Statement | ((client: PoolClient) => Promise<void>);

/** Two connections share one queue: the free one takes the next. */
export async function sideBySide(pool: Pool, works: readonly Work[]): Promise<void> {
  const waiting = [...works];
  const work = async () => {
    const client = await pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      // References and counts are right by construction; checking each row would take minutes.
      await client.query('set session_replication_role = replica');
      await client.query('set synchronous_commit = off');
      await client.query(`set maintenance_work_mem = '512MB'`);
      // Each core has a connection of its own, and pages of new indexes are logged as they are.
      await client.query('set max_parallel_maintenance_workers = 0');
      await client.query('set wal_compression = off');
      for (let next = waiting.shift(); next; next = waiting.shift())
        await (typeof next === 'function' ? next(client) : client.query(...next));
    } finally {
      client.release(true);
    }
  };
  await Promise.all([work(), work()]);
}

const EACH = 'generate_series(1, $2::bigint) as n';
const ID = '$1::bigint + n';
const FIRST = `array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Tony']`;
const LAST = `array['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Allen', 'Hoare']`;

const RULES = `'{"options": null, "group": null, "groupMin": null, "groupMax": null, "min": null, "max": null,
  "pattern": null, "maxLength": null, "placeholder": null, "showIf": null}'`;

/** Beyond the ids of before ($1), so many ($2): everything that belongs to a workflow has its number. */
const BELONGINGS = [
  `insert into documents (id, workflow_id, position, name, pages, original_file_id, storage_key)
     overriding system value
     select ${ID}, ${ID}, 0, 'lease.pdf', '[{"width": 595, "height": 842}]', (select max(id) from files),
       lpad(to_hex(${ID}), 32, '0') from ${EACH}`,
  `insert into recipients (id, workflow_id, position, name, email, email_key) overriding system value
     select ${ID}, ${ID}, 0, (${FIRST})[1 + n % 8] || ' ' || (${LAST})[1 + n / 8 % 8],
       'p' || n || '@example.com', 'p' || n || '@example.com' from ${EACH}`,
  `insert into recipient_roles (id, workflow_id, recipient_id, type, color) overriding system value
     select ${ID}, ${ID}, ${ID}, 'sign', '#1D4ED8' from ${EACH}`,
  `insert into steps (id, workflow_id, step_order, type, status) overriding system value
     select ${ID}, ${ID}, 1, 'sign', 'started' from ${EACH}`,
  `insert into actions (id, workflow_id, step_id, role_id, recipient_id, type, status) overriding system value
     select ${ID}, ${ID}, ${ID}, ${ID}, ${ID}, 'sign', 'started' from ${EACH}`,
  `insert into fields (id, workflow_id, document_id, role_id, position, type, label, required, page, pos_x, pos_y,
       width, height, read_only, rules, style) overriding system value
     select ${ID}, ${ID}, ${ID}, ${ID}, 0, 'signature', 'Signature', true, 1, 10, 80, 30, 8, false, ${RULES},
       '{"color": "#14213D", "fontStyle": "normal", "fontSize": 11, "bold": false, "italic": false, "underline": false}'
     from ${EACH}`,
];

/** Most are signed, most came from programs; one in a thousand is an annex. */
const WORKFLOWS = `
  insert into workflows (id, envelope_id, organization_id, workspace_id, creator_id, name, type, status, old_status,
      created_at, expires_at, started_at, sender_name, source_type, source_value, metadata) overriding system value
    select ${ID}, '20261121' || lpad(to_hex(${ID}), 32, '0'), (select organization_id from workspaces where id = $3),
      $3, $4,
      case when n % 1000 = 7 then 'Annex'
        else (array['Lease', 'Offer', 'Order', 'Employment contract', 'Power of attorney'])[1 + n % 5] end
        || ' ' || n,
      'simple', (array['signed', 'signed', 'signed', 'signed', 'signed', 'signed', 'started', 'declined', 'expired',
        'not_started'])[1 + n % 10], null, now() - interval '1 s' * ($2 - n), now() + interval '30 d', now(),
      'Ada Lovelace', (array['api', 'api', 'api', 'web', 'integration'])[1 + n % 5],
      case when n % 5 = 4 then 'client-' || n % 3 end, jsonb_build_object('order', n::text)
    from ${EACH}`;

const COUNTS = `
  insert into workflow_counts (workspace_id, creator_id, status, source_type, source_value, total)
    select workspace_id, creator_id, status, source_type, coalesce(source_value, ''), count(*)
      from workflows where workspace_id = $1 group by 1, 2, 3, 4, 5`;

const WORDS = `
  insert into workflow_search (workflow_id, words)
    select workflows.id, search_fold(concat_ws(E'\\n', workflows.name, recipients.name, recipients.email))
      from workflows join recipients on workflow_id = workflows.id where workspace_id = $1`;

/** Nothing waits for another: what refers to a row knows its number before it is there. */
async function statementsFor(pool: Pool, { workspaceId, creatorId, rows }: Filled): Promise<Statement[]> {
  const greatest = TABLES.map((table) => `(select coalesce(max(id), 0) from ${table})`).join(', ');
  const { rows: found } = await pool.query<{ base: string }>(`select greatest(${greatest}) as base`);
  const base = Number(found[0]?.base ?? 0);
  await pool.query(
    `insert into files (blob_key, sha256, size, format, created_at)
       values (md5(random()::text), sha256('lease'), 1000, 'pdf', now())`,
  );
  return [
    [WORKFLOWS, [base, rows, workspaceId, creatorId]],
    ...BELONGINGS.map((text): Statement => [text, [base, rows]]),
    ...TABLES.map(
      (table): Statement => [
        `select setval(pg_get_serial_sequence('${table}', 'id'), $1::bigint)`,
        [base + rows],
      ],
    ),
  ];
}
