import {
  type AnchorTag,
  type PlannedField,
  planAnchoredFields,
  planRequestedFields,
  readAnchorTag,
} from '@paraph/domain';
import type { FoundInDocument } from '../platform/tables.ts';
import type { NewField } from './document-store.ts';
import { newField } from './new-field.ts';
import type { WorkflowRecord } from './workflow-store.ts';

export interface SigningRole {
  roleId: number;
  recipient: WorkflowRecord['recipients'][number];
  tag: AnchorTag | null;
}

/** The roles that sign, in the order of their steps; those that no step has yet come last. */
export function signingRoles({ roles, recipients, actions, steps }: WorkflowRecord): SigningRole[] {
  const orderOf = (roleId: number) => {
    const stepId = actions.find((action) => action.role_id === roleId)?.step_id;
    return steps.find((step) => step.id === stepId)?.step_order ?? Number.MAX_SAFE_INTEGER;
  };
  return roles
    .filter((role) => role.type === 'sign')
    .sort((a, b) => orderOf(a.id) - orderOf(b.id) || a.id - b.id)
    .flatMap((role) => {
      const recipient = recipients.find((each) => each.id === role.recipient_id);
      if (!recipient) return [];
      const tag = recipient.anchor_tag === null ? null : readAnchorTag(recipient.anchor_tag);
      return [{ roleId: role.id, recipient, tag }];
    });
}

/** The fields that a document asks for itself, of those who sign. */
export function fieldsFromDocument(
  signings: readonly SigningRole[],
  source: { documentId: number; found: FoundInDocument },
): NewField[] {
  return planRequestedFields(signings, source).flatMap(ownedBy(signings, source));
}

/** Those that its text anchors ask for alone. */
export function fieldsFromAnchors(
  signings: readonly SigningRole[],
  source: { documentId: number; found: FoundInDocument },
): NewField[] {
  return planAnchoredFields(signings, source).flatMap(ownedBy(signings, source));
}

function ownedBy(signings: readonly SigningRole[], { documentId }: { documentId: number }) {
  return (field: PlannedField): NewField[] => {
    const signing = signings[field.signing];
    return signing ? [newField(field, { documentId, ...signing })] : [];
  };
}
