import { ANCHOR_KINDS, type AnchorTag, type FieldType, type Place, readAnchorTag } from '@paraph/domain';
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

/**
 * The fields that a document asks for itself: its text anchors, by the recipients' tags (interface.md §5.7); where it
 * has none, its own signature form fields, in the order of those who sign.
 */
export function fieldsFromDocument(
  signings: readonly SigningRole[],
  { documentId, found }: { documentId: number; found: FoundInDocument },
): NewField[] {
  if (found.anchors.length > 0) return fieldsFromAnchors(signings, { documentId, found });
  return found.formFields.slice(0, signings.length).flatMap(({ name, place }, index) => {
    const signing = signings[index];
    return signing ? [fieldAt('signature', place, { documentId, pdfFieldName: name, ...signing })] : [];
  });
}

export function fieldsFromAnchors(
  signings: readonly SigningRole[],
  { documentId, found }: { documentId: number; found: FoundInDocument },
): NewField[] {
  return found.anchors.flatMap(({ kind, tag, place }) => {
    const signing = signings.find(
      (each) => each.tag?.tag === tag && counts(each.tag, documentId, place.page),
    );
    return signing
      ? [fieldAt(ANCHOR_KINDS[kind], place, { documentId, pdfFieldName: null, ...signing })]
      : [];
  });
}

function counts({ pages }: AnchorTag, documentId: number, page: number): boolean {
  return pages?.some((each) => each.documentId === documentId && each.page === page) ?? true;
}

function fieldAt(
  type: FieldType,
  place: Place,
  owner: SigningRole & { documentId: number; pdfFieldName: string | null },
): NewField {
  return newField({ type, ...place, pdfFieldName: owner.pdfFieldName }, owner);
}
