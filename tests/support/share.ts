/**
 * Cases that differ in one value alone, hundreds of them, and long walks that other tests lead along as well: a run of
 * all tests takes one share of each such list, another one each time (vitest.config.ts). A failure names the share;
 * `PARAPH_TEST_SHARE=<its number>` takes it again, and `PARAPH_TEST_SHARE=all` (`npm run test:whole`) takes every case.
 */
const chosen = process.env.PARAPH_TEST_SHARE ?? '';
const SHARES = 12;

/** Whether every case is taken. */
export const isWhole = chosen === 'all';
const number = (Number(chosen) || 0) % SHARES;

/** Says in the name of a test what repeats it. */
export const shareName = isWhole ? 'all cases' : `PARAPH_TEST_SHARE=${number}`;

/** One in so many, evenly spread; `of` divides the number of shares, so that each share of a list is as likely. */
export function shareOf<Case>(cases: readonly Case[], of: 2 | 3 | 4 | 6): Case[] {
  return cases.filter((_case, index) => isInShare(index, of));
}

export function isInShare(index: number, of: 2 | 3 | 4 | 6): boolean {
  return isWhole || index % of === number % of;
}
