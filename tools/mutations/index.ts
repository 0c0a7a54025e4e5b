import { accessFaults } from './access.ts';
import { auditFaults } from './audit.ts';
import { durabilityFaults } from './durability.ts';
import { edgeFaults } from './edge.ts';
import { engineFaults } from './engine.ts';
import type { FaultyFile } from './mutation.ts';
import { oauthFaults } from './oauth.ts';
import { signingFaults } from './signing.ts';
import { webhookFaults } from './webhooks.ts';

/** One guard taken out of one file. */
export interface Mutation {
  /** What `npm run mutate -- ID` takes. */
  readonly id: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

const files: readonly FaultyFile[] = [
  ...edgeFaults,
  ...accessFaults,
  ...oauthFaults,
  ...signingFaults,
  ...webhookFaults,
  ...durabilityFaults,
  ...auditFaults,
  ...engineFaults,
];

/** Every fault that some test must notice: `npm run mutate` tries them, and docs/mutations.md lists them. */
export const mutations: readonly Mutation[] = files.flatMap(({ file, tests, faults }) =>
  Object.entries(faults).map(([id, [from, to]]) => ({ id, file, from, to, tests })),
);
