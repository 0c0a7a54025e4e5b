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

interface Points {
  export: (context: Context) => Promise<boolean>;
  import: (context: Context) => Promise<boolean>;
  redirect: (context: Context) => Promise<boolean>;
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
/** Of the database, which others have beside it. */
const RUNNING = 'select from pg_stat_activity where datname = current_database() and query like $1';

/** At which points a command is killed, by what others see of it. */
export const POINTS: readonly {
  name: string;
  command: keyof Points;
  isTime(context: Context): Promise<boolean>;
}[] = [
  {
    name: 'frozen',
    command: 'export',
    isTime: ({ from, id }) => has(from, 'select from organization_freezes where organization_id = $1', [id]),
  },
  { name: 'rows written', command: 'export', isTime: (context) => isInArchive(context, /rows\.part$/) },
  {
    name: 'a file written',
    command: 'export',
    isTime: (context) => isInArchive(context, /files\/\w+\.part$/),
  },
  {
    name: 'all but its manifest',
    command: 'export',
    isTime: ({ from, id }) =>
      has(from, `select from organization_freezes where organization_id = $1 and archives <> '{}'`, [id]),
  },
  {
    name: 'rows staged',
    command: 'import',
    isTime: ({ to }) => has(to, `select from pg_class where relpersistence = 't' and relname = 'recipients'`),
  },
  {
    name: 'a file stored',
    command: 'import',
    isTime: ({ to }) => has(to, RUNNING, ['update pg_temp."files"%']),
  },
  {
    name: 'in its transaction',
    command: 'import',
    isTime: ({ to }) => has(to, RUNNING, ['insert into public.%']),
  },
  {
    name: 'committed',
    command: 'import',
    isTime: ({ to, id }) => has(to, 'select from organizations where id = $1', [id]),
  },
  {
    name: 'recorded',
    command: 'redirect',
    isTime: ({ from, id }) => has(from, 'select from departures where organization_id = $1', [id]),
  },
];

type Point = (typeof POINTS)[number];

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
      const { code, printed, wasKilled } = await runAt(cell, [`${command}-organization`, ...words], isTime);
      if (wasKilled) killed = `${command}: ${point?.name}`;
      else if (code === 0 || isDone.test(printed)) return printed;
      // Killed, it has left the organization frozen, so that what was being sealed does not end.
      else if (killed !== '' && /waits for its seal/.test(printed))
        await runAt(from, ['thaw-organization', '--organization', String(tenant.id)]);
      else if (tries > 20 || !/waits for its seal|may be read|Repeat/.test(printed))
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
