import { ApproveDialog } from './approve-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { MarkSheet } from './mark-sheet.tsx';
import type { SigningApi } from './signing-api.ts';
import { isEmpty, markKindOf } from './signing-state.ts';
import type { MarkKind, NewMark, SigningField, SigningView } from './signing-view.ts';
import type { FieldDesk } from './use-field-desk.ts';

/** What lies over the page at the moment. */
export type Sheet =
  | { readonly kind: 'decline' | 'approve' }
  | { readonly kind: 'mark'; readonly mark: MarkKind; readonly field: SigningField };

interface SigningSheetsProps {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly desk: FieldDesk;
  readonly sheet: Sheet | null;
  readonly isMarkNear: boolean;
  readonly onView: (view: SigningView) => void;
  readonly onClose: () => void;
}

/** The dialogs stay in place while closed, so that closing one gives the focus back to where it was. */
export function SigningSheets({ api, view, desk, sheet, isMarkNear, onView, onClose }: SigningSheetsProps) {
  const asked = sheet?.kind === 'mark' ? sheet : null;
  const isFilled = asked !== null && !isEmpty(desk.valueOf(asked.field));
  const applyMark = async (mark: NewMark) => {
    if (asked === null) return;
    const next = await api.putMark(asked.mark, mark);
    onView(next);
    const made = next.marks[asked.mark];
    if (made === null) return;
    for (const field of fieldsToFill(desk, asked.field)) desk.answer(field, made.id);
  };
  return (
    <>
      <DeclineDialog
        isOpen={sheet?.kind === 'decline'}
        senderName={view.workflow.senderName}
        onClose={onClose}
        onDecline={async (reason) => onView(await api.decline(reason))}
      />
      <ApproveDialog
        isOpen={sheet?.kind === 'approve'}
        onClose={onClose}
        onApprove={async (answer) => onView(await api.approve({ shownHash: view.shownHash, ...answer }))}
      />
      <MarkSheet
        isOpen={asked !== null}
        isNear={isMarkNear}
        kind={asked?.mark ?? 'signature'}
        name={view.recipient.name}
        current={asked !== null && isFilled ? view.marks[asked.mark] : null}
        onClose={onClose}
        onApply={applyMark}
        onRemove={() => asked !== null && desk.answer(asked.field, null)}
      />
    </>
  );
}

/** A new mark takes the old one's place wherever it stood; two of one person would look like two people. */
function fieldsToFill(desk: FieldDesk, asked: SigningField): SigningField[] {
  const kind = markKindOf(asked.type);
  const alike = desk.fields.filter((field) => markKindOf(field.type) === kind);
  return alike.filter((field) => field.id === asked.id || !isEmpty(desk.valueOf(field)));
}
