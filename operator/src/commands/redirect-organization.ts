import { isLoopback } from '@paraph/server/config/base-url.ts';
import { redirectLinks } from '@paraph/server/organization-moves/redirect-links.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';
import { ORGANIZATION_OPTION, readOrganizationId } from './freeze-organization.ts';

export const redirectOrganizationCommand = defineCommand({
  name: 'redirect-organization',
  about: 'Have the links of an organization that has moved lead to its new instance for 90 days.',
  options: {
    ...ORGANIZATION_OPTION,
    to: {
      type: 'string',
      required: true,
      placeholder: 'URL',
      about: 'PARAPH_BASE_URL of the instance where it is now.',
    },
  },
  run: async ({ organization, to }) => {
    const organizationId = readOrganizationId(organization);
    const movedTo = readAddress(to);
    const endsAt = await withDatabase((deps) => redirectLinks(deps, { organizationId, movedTo }));
    const text = `Its links lead to ${movedTo} until ${endsAt.toISOString().slice(0, 10)}. Thawing it ends that.`;
    return { text, data: { organization: organizationId, to: movedTo, until: endsAt.toISOString() } };
  },
});

/** @throws UsageError */
function readAddress(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(text));
  if (url && isSafe && url.pathname === '/' && url.search === '' && url.username === '') return url.origin;
  throw new UsageError(
    `--to must be the address of an instance, such as https://sign.example.com, and not "${text}".`,
  );
}
