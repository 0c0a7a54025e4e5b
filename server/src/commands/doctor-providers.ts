import type pg from 'pg';
import { type Config, isLoopback } from '../config.ts';
import type { Finding } from './doctor-checks.ts';

/** Whether people can sign at the level qualified, and with whom. */
export async function checkProviders(
  client: pg.Client,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): Promise<Finding> {
  const name = 'qualified';
  const { rows } = await client.query(
    'select count(*)::int as providers, count(distinct organization_id)::int as organizations ' +
      'from trust_providers where enabled',
  );
  const { providers, organizations } = rows[0];
  const own =
    providers === 0
      ? 'No organization has set up a trust service provider.'
      : `${providers} trust service providers are set up, in ${organizations} organizations.`;
  if (isLoopback(baseUrl)) {
    const detail = `${own} The sandbox provider is built in; its signatures have no legal effect.`;
    return { name, state: 'well', detail };
  }
  if (providers > 0) return { name, state: 'well', detail: own };
  return { name, state: 'well', detail: `${own} The level qualified is offered once one has.` };
}
