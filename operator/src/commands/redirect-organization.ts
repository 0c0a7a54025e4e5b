import { isLoopback } from '@paraph/server/config/base-url.ts';
import { departOrganization } from '@paraph/server/organization-moves/depart-organization.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';
import { ORGANIZATION_OPTION, readOrganizationId } from './freeze-organization.ts';

const DAYS = { default: 90, max: 3_650 };

export const redirectOrganizationCommand = defineCommand({
  name: 'redirect-organization',
  about: 'End an organization that another instance has read in: its links lead there, then it is erased.',
  options: {
    ...ORGANIZATION_OPTION,
    to: {
      type: 'string',
      required: true,
      placeholder: 'URL',
      about: 'PARAPH_BASE_URL of the instance where it is now.',
    },
    arrival: {
      type: 'string',
      required: true,
      placeholder: 'CELL-HEX',
      about: 'As import-organization printed it there: what has not arrived is not ended here.',
    },
    archive: {
      type: 'string',
      placeholder: 'NAME',
      about: 'After a restore that knows nothing of the move: the archive from which it was read in.',
    },
    days: {
      type: 'string',
      placeholder: 'DAYS',
      about: `How long its links lead there. What is here is erased after that. Default: ${DAYS.default}.`,
    },
  },
  run: async ({ organization, to, arrival, archive, days }) => {
    const organizationId = readOrganizationId(organization);
    const choice = { organizationId, movedTo: readAddress(to), arrival, archive, days: readDays(days) };
    const endsAt = await withDatabase((deps) => departOrganization(deps, choice));
    const text =
      `Its links lead to ${choice.movedTo} until ${endsAt.toISOString().slice(0, 10)}. ` +
      'Then it is erased here; until then thawing it ends that.';
    return { text, data: { organization: organizationId, to: choice.movedTo, until: endsAt.toISOString() } };
  },
});

/** @throws UsageError */
function readDays(text: string = String(DAYS.default)): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= DAYS.max) return days;
  throw new UsageError(`--days must be a whole number from 1 to ${DAYS.max}, and not "${text}".`);
}

/** @throws UsageError */
export function readAddress(text: string, option = 'to'): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(text));
  if (url && isSafe && url.pathname === '/' && url.search === '' && url.username === '') return url.origin;
  throw new UsageError(
    `--${option} must be the address of an instance, such as https://sign.example.com, and not "${text}".`,
  );
}
