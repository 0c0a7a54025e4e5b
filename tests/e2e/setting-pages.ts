import type { Page } from 'playwright-core';
import { goWithin } from './people.ts';

/** Pages of the sender by name, path and heading. */
export const SENDER_PAGES = [
  ['send', '/documents/new', 'Send a document'],
  ['inbox', '/inbox', 'Inbox'],
  ['contacts', '/contacts', 'Contacts'],
  ['messages', '/messages', 'Messages'],
  ['account', '/account', 'Account'],
  ['account-signature', '/account/signature', 'Signature'],
  ['account-mails', '/account/mails', 'Mails'],
  ['account-health', '/account/health', 'Health of the instance'],
  ['account-refuse', '/refuse-address/none', 'Stop the change of address?'],
  ['developers', '/account/developers', 'Developers'],
] as const;

/** Pages of an organization that hold settings alone. */
export async function visitSettings(
  page: Page,
  area: string,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const [name, path, heading, shown] of [
    ['organization-sign-in', 'connections', 'Sign-in', 'Add a connection'],
    ['organization-second-factor', 'second-factor', 'Second factor', 'Save'],
    ['organization-appearance', 'appearance', 'Appearance', 'Save draft'],
    ['organization-usage', 'usage', 'Usage', 'Export as CSV'],
  ] as const) {
    await goWithin(page, `${area}/${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByText(shown, { exact: true }).first().waitFor();
    await look(page, name);
  }
}
