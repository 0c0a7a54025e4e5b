import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AccountArea } from '../account/account-area.tsx';
import { keptSignatureQuery, profileQuery, saveKeptSignature } from '../api/account-api.ts';
import type { KeptSignature } from '../api/wire.ts';
import '../signing/signing.css';
import { SignatureDialog } from '../signing/signature-dialog.tsx';
import type { NewSignatureImage, SignatureKind } from '../signing/signing-view.ts';
import signing from '../text/en/signing.json';
import { english } from '../text/en.ts';
import { addTexts, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';

// The dialog is that of the signing page, which has texts of its own.
addTexts('en', { ...english, signing });

const KINDS = ['signature', 'initials'] as const;

/** The signature and initials that are offered where the account signs. */
export default function KeptSignaturePage() {
  const t = useText('account');
  const kept = useQuery(keptSignatureQuery);
  return (
    <AccountArea title={t('keptTitle')} lead={t('keptLead')}>
      <ErrorBanner error={kept.error} />
      {kept.isPending && <Skeleton lines={4} />}
      {kept.data && (
        <ul className="grid gap-4 lg:grid-cols-2">
          {KINDS.map((kind) => (
            <KeptMark key={kind} kind={kind} kept={kept.data} />
          ))}
        </ul>
      )}
      <p className="mt-6 max-w-text text-14 text-muted">{t('keptNote')}</p>
    </AccountArea>
  );
}

function KeptMark({ kind, kept }: { kind: SignatureKind; kept: KeptSignature }) {
  const t = useText('account');
  const name = useQuery(profileQuery).data?.name ?? '';
  const [isOpen, setOpen] = useState(false);
  const show = useToast();
  const save = useSave();
  const mark = kept[kind];
  const remove = async () => {
    await save.mutateAsync({ [kind]: null });
    // The picture is still at hand: what was removed comes back as it was.
    const undo = () => save.mutate({ [kind]: mark && newImageOf(mark) });
    show({ text: t(`kept.${kind}Removed`), undo });
  };
  const label = t(`kept.${kind}`);
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-16 font-semibold">{label}</h2>
      {mark ? (
        <img
          src={`data:image/png;base64,${mark.png}`}
          alt={t('keptAlt', { kind: label })}
          className="signature-paper h-28 w-full object-contain p-3"
        />
      ) : (
        <p className="flex h-28 items-center justify-center rounded-field border border-dashed border-edge px-4 text-center text-14 text-muted">
          {t(`kept.${kind}None`)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={PenLine} onClick={() => setOpen(true)}>
          {t(mark ? `kept.${kind}Change` : `kept.${kind}Make`)}
        </Button>
        {mark && (
          <Button icon={Trash2} variant="quiet" busy={save.isPending} onClick={() => void remove()}>
            {t(`kept.${kind}Remove`)}
          </Button>
        )}
      </div>
      <ErrorBanner error={save.error} />
      <SignatureDialog
        {...{ isOpen, isNear: false, kind, name }}
        {...{ look: null, current: null, keptUrl: null, guestEmail: null, fieldCount: 1 }}
        onClose={() => setOpen(false)}
        onTake={() => Promise.resolve()}
        onRemove={() => setOpen(false)}
        onApply={async (image) => void (await save.mutateAsync({ [kind]: image }))}
      />
    </li>
  );
}

function useSave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveKeptSignature,
    onSuccess: (saved) => client.setQueryData(keptSignatureQuery.queryKey, saved),
  });
}

function newImageOf({
  method,
  text,
  font,
  png,
}: NonNullable<KeptSignature[SignatureKind]>): NewSignatureImage {
  return { method, text, font, png };
}
