import type { CodeMethod, SigningLanguage } from '@paraph/domain';
import type { EventActor } from '../database/tables.ts';
import type { CodeBinding } from './code-store.ts';

/** Who signs what, and where a code reaches them; the signing room reads it from link and preview. */
export interface CodeSubject extends CodeBinding {
  /** What the code allows: a signature, or setting up a passkey, which is no event of the workflow. */
  purpose: 'passkey' | 'sign';
  workflowId: number;
  organizationId: number;
  recipient: { id: number; name: string };
  method: CodeMethod;
  language: SigningLanguage;
  actor: EventActor;
}
