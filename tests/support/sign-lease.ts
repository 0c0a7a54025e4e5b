import { expect } from 'vitest';
import type { Session, TestInstance } from './instance.ts';
import { quickSender } from './quick-sender.ts';
import { followInvitation } from './signer.ts';
import { workflowTables } from './workflow-tables.ts';

/** Sends a lease to a person, who signs it; the id of the workflow, which is sealed then. */
export async function signLease(
  instance: TestInstance,
  sender: Session,
  person: { name: string; email: string },
  name = 'Lease',
): Promise<number> {
  const steps = [{ type: 'sign' as const, recipients: [{ name: person.name, email: person.email }] }];
  const envelopeId = await quickSender(() => sender).create({ name, steps });
  await instance.runJobs();
  expect((await (await followInvitation(instance, person.email)).sign()).statusCode).toBe(200);
  await instance.runJobs();
  return workflowTables(() => instance).idOf(envelopeId);
}
