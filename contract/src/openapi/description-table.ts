import type { RefusalCode } from '@paraph/domain';

/** What a call does, what follows from it, and why it says no where the code's own words are not enough. */
export type OperationDescriptions = Readonly<
  Record<string, { does: string; refuses?: Readonly<Partial<Record<RefusalCode, string>>> }>
>;
