import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnnexOwner, addAnnex, annexesQuery, removeAnnex } from '../api/annexes-api.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';
import { AnnexRows } from './annex-rows.tsx';
import { checkAnnex } from './chosen-files.ts';
import { fileLimits } from './use-error-texts.ts';

/** The files for information of a draft or a template, which are added and removed immediately. */
export function StoredAnnexes({ owner }: { owner: AnnexOwner }) {
  const t = useText('send');
  const showToast = useToast();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  /** Of the one that the user is asked about. */
  const [asked, setAsked] = useState<string | null>(null);
  const query = useQuery(annexesQuery(owner));
  const onSettled = () => client.invalidateQueries(annexesQuery(owner));
  const adding = useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files) await addAnnex(owner, file);
    },
    onSettled,
    onSuccess: () => showToast({ text: t('annexAdded') }),
  });
  const removing = useMutation({
    mutationFn: (key: string) => removeAnnex(owner, Number(key)),
    onSettled,
    onSuccess: () => showToast({ text: t('annexRemoved') }),
  });
  const add = (files: File[]) => {
    const problem = files.map(checkAnnex).find((each) => each !== null);
    setRefusal(problem ? t(problem, fileLimits()) : undefined);
    if (!problem && files.length > 0) adding.mutate(files);
  };
  const rows = (query.data ?? []).map(({ id, name, size, file }) => {
    return { key: String(id), name, size, url: new URL(file).pathname };
  });
  return (
    <section aria-labelledby="stored-annexes" className="flex flex-col gap-3">
      <h2 id="stored-annexes" className="text-20 font-semibold">
        {t('annexes')}
      </h2>
      <AnnexRows rows={rows} error={refusal} onAdd={add} onRemove={setAsked} />
      <ErrorBanner error={query.error ?? adding.error ?? removing.error} />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        act={{
          mutate: () => {
            if (asked !== null) removing.mutate(asked);
            setAsked(null);
          },
        }}
        title={t('removeFileTitle', { name: rows.find(({ key }) => key === asked)?.name ?? '' })}
        description={t('annexRemoveWhat')}
        confirmLabel={t('removeFileAct')}
      />
    </section>
  );
}
