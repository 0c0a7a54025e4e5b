import { FIELD_LABELS, FIELD_TYPES, type FieldType } from '@paraph/domain';
import type { Page } from 'playwright-core';

/** The designer with its pages drawn. */
export async function openDesigner(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main canvas').first().waitFor();
}

export const tool = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name, exact: true });
export const placed = (page: Page, label: string) =>
  page.getByRole('main', { name: 'Pages' }).getByRole('button', { name: new RegExp(`^${label} \\(`) });

/** Into an input of the options of a field, which takes it by Enter. */
export async function enter(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  await page.getByLabel(label).press('Enter');
}

/** The kinds that have rules of their own, in the order in which the tests place them. */
const ruled: readonly FieldType[] = ['dropdown', 'text', 'company', 'checkbox', 'stamp', 'number', 'radio'];
const others = FIELD_TYPES.filter((type) => !ruled.includes(type));

/** All of them. */
export const KINDS_AS_PLACED: readonly FieldType[] = [...ruled, ...others];

/** A number with limits that the signer cannot change, an optional choice, and one of each kind without rules. */
export async function placeOtherKinds(page: Page): Promise<void> {
  await tool(page, 'Number').click();
  await enter(page, 'Smallest number', '1');
  await enter(page, 'Largest number', '9');
  await enter(page, 'Filled in from the start', '4');
  await page.getByLabel('The signer cannot change it').check();
  await tool(page, 'Choice').click();
  await page.getByLabel('Options').fill('By month\nBy year');
  await page.keyboard.press('Tab');
  await page.getByLabel('Filled in from the start').selectOption('By year');
  await page.getByLabel('Must be filled').uncheck();
  for (const type of others) await tool(page, FIELD_LABELS[type]).click();
}
