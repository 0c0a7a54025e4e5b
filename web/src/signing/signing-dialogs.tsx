import { useEffect, useState } from 'react';
import { ApproveDialog } from './approve-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { ReassignDialog, type Successor } from './reassign-dialog.tsx';
import { SignatureDialog } from './signature-dialog.tsx';
import type { Act, SigningApi } from './signing-api.ts';
import { isEmpty, sameMarkFields } from './signing-state.ts';
import type {
  KeptMarks,
  NewSignatureImage,
  SignatureKind,
  SigningField,
  SigningView,
} from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

/** The open dialog. */
export type OpenDialog =
  | { readonly kind: 'decline' | 'approve' | 'reassign' }
  | { readonly kind: 'signature'; readonly image: SignatureKind; readonly field: SigningField };

interface SigningDialogsProps {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly signing: SigningFields;
  readonly dialog: OpenDialog | null;
  readonly isSignatureNear: boolean;
  readonly onView: (view: SigningView) => void;
  readonly onAct: Act;
  readonly onClose: () => void;
  readonly onReassigned: (successor: Successor) => void;
}

/** The dialogs stay mounted while closed, so that closing one restores the focus. */
export function SigningDialogs({
  api,
  view,
  signing,
  dialog,
  isSignatureNear,
  onView,
  onAct,
  onClose,
  onReassigned,
}: SigningDialogsProps) {
  const signature = dialog?.kind === 'signature' ? dialog : null;
  const isFilled = signature !== null && !isEmpty(signing.valueOf(signature.field));
  const kept = useKeptMarks(api, signature !== null);
  const applyImage = (image: NewSignatureImage, isForAll: boolean) =>
    answerWith((kind) => api.saveSignatureImage(kind, image), isForAll);
  const answerWith = async (save: (kind: SignatureKind) => Promise<SigningView>, isForAll: boolean) => {
    if (signature === null) return;
    const next = await save(signature.image);
    onView(next);
    const made = next.marks[signature.image];
    if (made === null) return;
    for (const field of fieldsToFill(signing, signature.field, isForAll)) signing.answer(field, made.id);
  };
  return (
    <>
      <DeclineDialog
        isOpen={dialog?.kind === 'decline'}
        senderName={view.workflow.senderName}
        isLeftToOthers={view.choice?.othersSuffice ?? false}
        onClose={onClose}
        onDecline={(reason) => onAct(() => api.decline(reason))}
      />
      <ApproveDialog
        isOpen={dialog?.kind === 'approve'}
        onClose={onClose}
        onApprove={(answer) => onAct(() => api.approve({ shownHash: view.shownHash, ...answer }))}
      />
      <ReassignDialog
        isOpen={dialog?.kind === 'reassign'}
        senderName={view.workflow.senderName}
        ownEmail={view.recipient.email}
        onClose={onClose}
        onReassign={async (successor) => {
          await api.reassign(successor);
          onReassigned(successor);
        }}
      />
      <SignatureDialog
        isOpen={signature !== null}
        isNear={isSignatureNear}
        kind={signature?.image ?? 'signature'}
        name={view.recipient.name}
        look={signature?.field.look ?? null}
        fieldCount={
          signature === null
            ? 0
            : sameMarkFields(signing.fields, signing.answers, signature.field.type).all.length
        }
        current={signature !== null && isFilled ? view.marks[signature.image] : null}
        onClose={onClose}
        keptUrl={keptUrlOf(kept, signature?.image)}
        onTake={(isForAll) => answerWith(api.takeKeptMark, isForAll)}
        guestEmail={guestEmailOf({ api, kept, view })}
        onApply={applyImage}
        onRemove={() => signature !== null && signing.answer(signature.field, null)}
      />
    </>
  );
}

/** Whose signature this browser may have kept: a sender who tries the page is not the recipient. */
function guestEmailOf(parts: { api: SigningApi; kept: KeptMarks | null; view: SigningView }): string | null {
  const { api, kept, view } = parts;
  return api.isTrial || kept === null || kept.hasAccount ? null : view.recipient.email;
}

/** Asked for when a signature is first wanted; without an answer nothing is offered. */
function useKeptMarks(api: SigningApi, isWanted: boolean): KeptMarks | null {
  const [kept, setKept] = useState<KeptMarks | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    api.keptMarks().then(
      (answer) => isCurrent && setKept(answer),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [api, isWanted]);
  return kept;
}

function keptUrlOf(kept: KeptMarks | null, kind: SignatureKind | undefined): string | null {
  const mark = kind === undefined ? null : kept?.[kind];
  return mark ? `data:image/png;base64,${mark.png}` : null;
}

/**
 * A new image replaces the old one in all fields: two different signatures would look like two people. Empty fields
 * get it only where the person asked for all.
 */
function fieldsToFill(signing: SigningFields, signature: SigningField, isForAll: boolean): SigningField[] {
  const { fields, answers } = signing;
  const { all, empty } = sameMarkFields(fields, answers, signature.type);
  return all.filter((field) => isForAll || field.id === signature.id || !empty.includes(field));
}
