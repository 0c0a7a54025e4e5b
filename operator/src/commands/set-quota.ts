import { isQuotaName, QUOTAS, type QuotaName } from '@paraph/domain';
import { requireOrganization } from '@paraph/server/organization-moves/freeze-organization.ts';
import { setQuota } from '@paraph/server/usage/quotas.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';
import { ORGANIZATION_OPTION, readOrganizationId } from './freeze-organization.ts';

export const setQuotaCommand = defineCommand({
  name: 'set-quota',
  about: 'Limit what one organization may use, or lift the limit; what has begun goes on.',
  options: {
    ...ORGANIZATION_OPTION,
    quota: { type: 'string', required: true, placeholder: 'NAME', about: `One of ${QUOTAS.join(', ')}.` },
    value: {
      type: 'string',
      required: true,
      placeholder: 'NUMBER',
      about: 'How much; none: no limit; instance: what PARAPH_QUOTAS says.',
    },
  },
  run: async ({ organization, quota, value: asked }) => {
    const organizationId = readOrganizationId(organization);
    const name = readName(quota);
    const change = { organizationId, name, value: readValue(asked) };
    const { organizationName, value } = await withDatabase(async (deps) => ({
      organizationName: await requireOrganization(deps.database, organizationId),
      value: await setQuota(deps, change),
    }));
    const text = `${organizationName} may use: ${name} ${value ?? 'without a limit'}.`;
    return { text, data: { organization: organizationId, name: organizationName, quota: name, value } };
  },
});

function readName(text: string): QuotaName {
  if (isQuotaName(text)) return text;
  throw new UsageError(`--quota must be one of ${QUOTAS.join(', ')}, and not "${text}".`);
}

function readValue(text: string): number | null | 'instance' {
  if (text === 'none') return null;
  if (text === 'instance') return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--value must be a number, none or instance, and not "${text}".`);
}
