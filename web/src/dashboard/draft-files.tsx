import { useQueryClient } from '@tanstack/react-query';
import { FileUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AddedDocument, WorkflowDetail } from '../api/wire.ts';
import {
  addDraftDocument,
  removeDraftDocument,
  type WorkflowIds,
  workflowKey,
} from '../api/workflows-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';
import { checkFile, offeredTypes } from './chosen-files.ts';
import { FileDrop } from './file-drop.tsx';
import { PageThumb } from './page-thumb.tsx';
import { SendProgress } from './send-progress.tsx';
import { useConvertedFormats } from './use-deadline-limits.ts';
import { fileLimits } from './use-error-texts.ts';

type DraftFilesProps = { ids: WorkflowIds; documents: WorkflowDetail['documents'] };
type StoredDocument = DraftFilesProps['documents'][number];

/** The documents of a draft, which are added and removed immediately. */
export function DraftFiles({ ids, documents }: DraftFilesProps) {
  const t = useText('send');
  const [removing, setRemoving] = useState<StoredDocument | null>(null);
  const files = useFiles(ids);
  const ordered = [...documents].sort((one, other) => one.position - other.position);
  const isLast = ordered.length === 1;
  return (
    <section aria-labelledby="draft-files" className="flex flex-col gap-3">
      <h2 id="draft-files" className="text-20 font-semibold">
        {t('draftFiles')}
      </h2>
      <p className="text-14 text-muted">{t('draftFilesHint')}</p>
      <ol className="flex flex-col gap-2">
        {ordered.map((document) => (
          <li
            key={document.id}
            className="flex items-center gap-4 rounded-paper border border-line bg-surface py-2 ps-4 pe-2"
          >
            <PageThumb file={document.file} />
            <div className="min-w-0 grow">
              <p className="font-medium wrap-anywhere">{document.file.name}</p>
              <p className="text-14 text-muted">{formatBytes(document.file.size, currentLanguage())}</p>
            </div>
            <ReplaceButton name={document.file.name} onFile={(file) => void files.add(file, document)} />
            {!isLast && (
              <IconButton
                icon={Trash2}
                label={t('removeFile', { name: document.file.name })}
                onClick={() => setRemoving(document)}
              />
            )}
          </li>
        ))}
      </ol>
      {isLast && <p className="text-14 text-muted">{t('onlyFile')}</p>}
      <LostFields lost={files.lost} />
      {files.sending ? (
        <SendProgress {...files.sending} onStop={files.stop} />
      ) : (
        <FileDrop
          file={null}
          error={files.refusal}
          onFile={(file) => void files.add(file)}
          invitation={t('dropMore')}
        />
      )}
      <ErrorBanner error={files.error} />
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        act={{
          mutate: () => {
            if (removing) void files.remove(removing.id);
            setRemoving(null);
          },
        }}
        title={t('removeFileTitle', { name: removing?.file.name ?? '' })}
        description={t('removeFileWhat')}
        confirmLabel={t('removeFileAct')}
      />
    </section>
  );
}

/** Fields that the file in place of another has no page for. */
function LostFields({ lost }: Pick<ReturnType<typeof useFiles>, 'lost'>) {
  const t = useText('send');
  if (lost.length === 0) return null;
  return (
    <Banner tone="waiting" title={t('fieldsLost', { count: lost.length })}>
      <ul className="list-disc ps-5">
        {lost.map(({ id, label, page, reason }) => (
          <li key={id}>{t(reason === 'page_size' ? 'fieldLostSize' : 'fieldLostPage', { label, page })}</li>
        ))}
      </ul>
    </Banner>
  );
}

/** The file input covers the button, as in the area for dropping. */
function ReplaceButton({ name, onFile }: { name: string; onFile: (file: File) => void }) {
  const t = useText('send');
  const converted = useConvertedFormats();
  return (
    <label className="touch relative inline-flex shrink-0 items-center gap-2 rounded-paper px-3 text-14 font-medium text-muted focus-within:outline-2 focus-within:outline-accent hover:bg-wash hover:text-ink">
      <FileUp aria-hidden size={18} />
      <span aria-hidden className="max-sm:sr-only">
        {t('replaceFile')}
      </span>
      <input
        type="file"
        accept={offeredTypes(converted)}
        aria-label={t('replaceFileNamed', { name })}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}

function useFiles(ids: WorkflowIds) {
  const t = useText('send');
  const showToast = useToast();
  const client = useQueryClient();
  const [sending, setSending] = useState<{ sent: number; total: number } | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const converted = useConvertedFormats();
  const [lost, setLost] = useState<NonNullable<AddedDocument['lostFields']>>([]);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const attempt = async (act: () => Promise<unknown>, text: string) => {
    setError(null);
    try {
      await act();
      await client.invalidateQueries({ queryKey: workflowKey(ids) });
      showToast({ text });
    } catch (caught) {
      if (!(caught instanceof DOMException && caught.name === 'AbortError')) setError(caught);
    }
  };
  const add = async (file: File, replaced?: StoredDocument) => {
    const problem = checkFile(file, converted);
    setRefusal(problem ? t(problem, fileLimits(converted)) : undefined);
    if (problem) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    setSending({ sent: 0, total: file.size });
    const onProgress = (sent: number, total: number) => setSending({ sent, total });
    const place = replaced ? { replaces: replaced.id } : {};
    const send = async () => {
      const { lostFields = [] } = await addDraftDocument(ids, { file, signal, onProgress, ...place });
      setLost(lostFields);
    };
    await attempt(send, t(replaced ? 'fileReplaced' : 'fileAdded'));
    setSending(null);
  };
  const remove = (documentId: number) =>
    attempt(() => removeDraftDocument(ids, documentId), t('fileRemoved'));
  return { sending, refusal, error, lost, add, remove, stop: () => abort.current?.abort() };
}
