import { invalid, isUnnamed } from '@paraph/domain';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';

// A witness stands beside a signer, and signs after them (interface.md §4). What they state is stored with their
// consent.

/** Where a witness lives, and how they know the signer. */
export interface Statement {
  address: string;
  relation: string;
}

interface Witnessed {
  facts: Pick<WorkflowFacts, 'actions' | 'recipients'>;
  action: WorkflowFacts['actions'][number];
}

type Recipient = WorkflowFacts['recipients'][number];

export function statementIn(consent: {
  witness_address: string | null;
  witness_relation: string | null;
}): Statement | null {
  const { witness_address: address, witness_relation: relation } = consent;
  return address === null || relation === null ? null : { address, relation };
}

/** The signer whose witness a person is; null for who is none. */
export function signerOf({ facts, action }: Witnessed): { id: number; name: string } | null {
  return facts.recipients.find(({ id }) => id === action.witness_of) ?? null;
}

/** The witnesses of a person in the step of their action; `isAsked` for one whom that person names. */
export function witnessesOf({ facts, action }: Witnessed): { witness: Recipient; isAsked: boolean }[] {
  const { step_id: stepId, recipient_id: signerId } = action;
  const own = facts.actions.filter((each) => each.step_id === stepId && each.witness_of === signerId);
  return own.flatMap(({ recipient_id: witnessId, witness_asked: isAsked }) => {
    const witness = facts.recipients.find(({ id }) => id === witnessId);
    return witness ? [{ witness, isAsked }] : [];
  });
}

/** Requires that a signer has named the witness whom the sender asks for. */
export function requireNamedWitnesses(session: Witnessed): void {
  if (witnessesOf(session).some(({ witness }) => isUnnamed(witness)))
    throw invalid({ witness: 'Name your witness before you finish: they sign after you.' });
}

/** Requires of a witness what they have to state, and of nobody else. */
export function readStatement(
  session: Witnessed,
  statement: (Statement & { isAdult: true }) | null | undefined,
): Statement | null {
  const signer = signerOf(session);
  if (signer === null) {
    if (statement) throw invalid({ witness: 'Only a witness states this; leave it out.' });
    return null;
  }
  const address = statement?.address.trim() ?? '';
  const relation = statement?.relation.trim() ?? '';
  const violations: Record<string, string> = {};
  if (!statement)
    violations.witness = 'State your address, your relation to the signer, and that you saw them.';
  else if (address === '') violations['witness[address]'] = 'Give your postal address.';
  if (statement && relation === '')
    violations['witness[relation]'] = 'Say how you know the signer, or that there is no relation.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return { address, relation };
}
