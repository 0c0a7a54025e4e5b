import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { AwayError, createEnvelope, signByLink } from './http-life.ts';
import { until } from './processes.ts';
import { lease } from './quick-sender.ts';
import { type Cell, runAt, type Tenant } from './two-cells.ts';

const RETRY_MS = 100;

/** As a client that is told the new address: again, until an instance answers. */
async function untilAnswered<T>(tenant: Tenant, act: (home: Cell) => Promise<T>): Promise<T> {
  for (;;) {
    const { home } = tenant;
    try {
      return await act(home);
    } catch (error) {
      // It has moved between a question and its answer.
      if (!(error instanceof AwayError) && tenant.home === home) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Asks one person for their signature; answers their address. */
export async function ask(tenant: Tenant): Promise<{ id: string; email: string }> {
  const [name, idempotencyKey] = [`Lease ${randomUUID()}`, randomUUID()];
  const email = `${name.slice(-12)}@example.com`;
  const asked = { apiKey: tenant.apiKey, document: lease, name, email, idempotencyKey };
  const id = await untilAnswered(tenant, ({ origin }) => createEnvelope(origin, asked));
  tenant.created.set(name, id);
  return { id, email };
}

export async function signAs(tenant: Tenant, { id, email }: { id: string; email: string }): Promise<void> {
  const hasLink = async () => (await tenant.home.findLink(email)) !== null;
  await until(`the invitation to ${email}`, hasLink, 60_000);
  await untilAnswered(tenant, async (home) => {
    const link = await home.findLink(email);
    if (link === null) throw new AwayError('It is on its way.');
    await signByLink(home.origin, link);
  });
  tenant.finished.add(id);
}

/** One envelope after another, until it is over. */
export async function liveOn(tenant: Tenant, isOver: () => boolean): Promise<void> {
  while (!isOver()) await signAs(tenant, await ask(tenant));
}

interface Context {
  from: Cell;
  to: Cell;
  id: number;
  folder: string;
}

const has = async (cell: Cell, text: string, values: unknown[] = []) =>
  (await cell.query<object>(`${text} limit 1`, values)).length > 0;
const listIn = (folder: string) => readdir(folder, { recursive: true }).catch(() => [] as string[]);
const isInArchive = async ({ folder }: Context, name: RegExp) =>
  (await listIn(`${folder}/organizations`)).some((each) => name.test(each));
const STAGED = `select from pg_class where relpersistence = 't' and relname = 'recipients'`;
/** Of the database, which others have beside it. */
const RUNNING = 'select from pg_stat_activity where datname = current_database() and query like $1';

type IsTime = (context: Context) => Promise<boolean>;

const point = (
  command: 'export' | 'import' | 'redirect',
  name: string,
  isTime: IsTime,
  more: {
    /** A table that is locked meanwhile at the new instance, as the point would last for a moment. */
    waitsFor?: string;
    /** Nothing comes after it but words, which are lost either way. */
    isLast?: true;
  } = {},
) => ({ command, name, isTime, ...more });

const ofIt = (table: string) => `select from ${table} where organization_id = $1`;
const hasBlobs =
  'select from blob_keys k where not exists (select from files f where f.blob_key = k.blob_key)';
const last = { isLast: true } as const;

/** At which points a command is killed, by what others see of it. */
export const POINTS = [
  point('export', 'settling', ({ from, id }) => has(from, ofIt('settling_organizations'), [id])),
  point('export', 'frozen', ({ from, id }) => has(from, ofIt('organization_freezes'), [id])),
  point('export', 'rows written', (context) => isInArchive(context, /rows\.part$/)),
  point('export', 'a file written', (context) => isInArchive(context, /files\/\w+\.part$/)),
  point(
    'export',
    'all but its manifest',
    ({ from, id }) => has(from, `${ofIt('organization_freezes')} and archives <> '{}'`, [id]),
    last,
  ),
  point('import', 'rows staged', ({ to }) => has(to, STAGED)),
  point('import', 'a file stored', async ({ to }) => (await has(to, STAGED)) && has(to, hasBlobs)),
  point('import', 'in its transaction', ({ to }) => has(to, RUNNING, ['insert into "public".%']), {
    waitsFor: 'organizations',
  }),
  point(
    'import',
    'committed',
    ({ to, id }) => has(to, 'select from organizations where id = $1', [id]),
    last,
  ),
  point('redirect', 'recorded', ({ from, id }) => has(from, ofIt('departures'), [id]), last),
] as const;

type Point = (typeof POINTS)[number];

/** Nobody writes to it until the answer is called. */
async function lockTable({ deps }: Cell, table: string): Promise<() => Promise<void>> {
  const client = await deps.pool.connect();
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(`lock table ${table} in share mode`);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

interface Move {
  tenant: Tenant;
  to: Cell;
  folder: string;
  passphraseFile: string;
  point: Point | undefined;
}

/** The commands of the page, one of them killed; each is repeated until it says that it is done. */
export async function move({ tenant, to, folder, passphraseFile, point }: Move): Promise<string> {
  const from = tenant.home;
  const context = { from, to, id: tenant.id, folder };
  let killed = '';
  const run = async (
    cell: Cell,
    command: Point['command'],
    words: string[],
    isDone = /(?!)/,
  ): Promise<string> => {
    for (let tries = 1; ; tries += 1) {
      const isHere = point?.command === command && killed === '';
      const isTime = isHere ? () => point.isTime(context) : undefined;
      const unlock = isHere && point.waitsFor ? await lockTable(to, point.waitsFor) : async () => {};
      const ran = runAt(cell, [`${command}-organization`, ...words], isTime);
      const { code, printed, wasKilled } = await ran.finally(unlock);
      if (wasKilled || (isHere && point.isLast && code === 0)) killed = `${command}: ${point?.name}`;
      else if (code === 0 || isDone.test(printed)) return printed;
      else if (tries > 20 || !/may be read|Repeat/.test(printed))
        throw new Error(`${command} of ${tenant.email}: ${printed}`);
    }
  };
  const passphrase = ['--passphrase-file', passphraseFile];
  const [id, place] = [
    ['--organization', String(tenant.id)],
    ['--to', folder],
  ];
  const exported = await run(from, 'export', [...id, ...place, '--freeze', ...passphrase]);
  const [, archive = ''] = /The archive (\S+) of/.exec(exported) ?? [];
  const [, origin = ''] = /origin of its signatures is (\w+)/.exec(exported) ?? [];
  const source = ['--from', folder, '--archive', archive, '--origin', origin];
  const imported = await run(to, 'import', [...source, ...passphrase], /It arrived as/);
  const [, arrival = ''] = /arrived as ([\w-]+)/.exec(imported) ?? [];
  expect(arrival).toMatch(/^7-/);
  tenant.home = to;
  await run(from, 'redirect', [...id, '--to', to.origin, '--arrival', arrival]);
  return killed;
}
