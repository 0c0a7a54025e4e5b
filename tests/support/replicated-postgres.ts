import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts';
import { until } from './processes.ts';
import { queryOnce } from './query-once.ts';

/** A PostgreSQL and a standby that it waits for, as on two machines. */
export interface ReplicatedPostgres {
  /** With both hosts. */
  connectionString: string;
  primary(): ExternalPostgres;
  standby(): ExternalPostgres;
  /** The machine of the primary loses power, or the network, and the standby takes its place. */
  failOver(how?: { silently: boolean }): Promise<void>;
  /** The machine that lost power follows the new primary. */
  rejoin(): Promise<void>;
  /** Whether each commit waits until the standby has it, as it does at first. */
  wait(isWaiting: boolean): Promise<void>;
  close(): Promise<void>;
}

type Plan = Parameters<typeof startExternalPostgres>[0];

export async function startReplicatedPostgres(plan: Plan): Promise<ReplicatedPostgres> {
  let primary = await startExternalPostgres(plan);
  let standby = await follow(primary, plan);
  const [first, second] = [primary.options, standby.options];
  return {
    connectionString: `postgresql://${first.user}@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`,
    primary: () => primary,
    standby: () => standby,
    failOver: async ({ silently } = { silently: false }) => {
      await (silently ? primary.freeze() : primary.kill());
      await run(standby, 'select pg_promote(true, 30)');
      [primary, standby] = [standby, primary];
    },
    rejoin: async () => {
      const { port } = standby.options;
      await standby.kill();
      await standby.close();
      standby = await follow(primary, { ...plan, port });
    },
    wait: (isWaiting) => waitForStandby(primary, isWaiting),
    close: async () => {
      await standby.kill();
      await standby.close();
      await primary.close();
    },
  };
}

async function follow(primary: ExternalPostgres, plan: Plan): Promise<ExternalPostgres> {
  const standby = await startExternalPostgres({ ...plan, follows: primary });
  await waitForStandby(primary, true);
  return standby;
}

async function waitForStandby(primary: ExternalPostgres, isWaiting: boolean): Promise<void> {
  await run(primary, `alter system set synchronous_standby_names = '${isWaiting ? '*' : ''}'`);
  await run(primary, 'select pg_reload_conf()');
  const state = isWaiting ? 'sync' : 'async';
  const ready = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
  await until(`the standby to be ${state}`, async () => (await run(primary, ready)).length > 0, 30_000);
}

const run = ({ connectionString }: ExternalPostgres, statement: string) =>
  queryOnce(connectionString, statement);
