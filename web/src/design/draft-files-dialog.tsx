import { useMutation } from '@tanstack/react-query';
import { Files, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Design } from '../api/wire.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useFramedText } from './framed-texts.ts';

interface DraftFilesProps {
  readonly design: Design;
  readonly add: (file: File) => Promise<void>;
  readonly remove: (documentId: number) => Promise<void>;
}

/** The files of the draft: what goes takes its fields along. */
export function DraftFiles({ design, add, remove }: DraftFilesProps) {
  const t = useFramedText();
  const [isOpen, setOpen] = useState(false);
  const { documents } = design;
  const changing = useMutation({
    mutationFn: (change: { file: File } | { documentId: number }) =>
      'file' in change ? add(change.file) : remove(change.documentId),
  });
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" isSmall icon={Files} onClick={() => setOpen(true)}>
        {t('files.open')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('files.title')}
        description={t('files.lead')}
        actions={
          <Button variant="primary" busy={changing.isPending} onClick={close}>
            {t('files.done')}
          </Button>
        }
      >
        <ErrorBanner error={changing.error} />
        <ul className="flex flex-col gap-2">
          {documents.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-2">
              <bdi className="min-w-0 truncate">{name}</bdi>
              {documents.length > 1 && (
                <IconButton
                  icon={Trash2}
                  label={t('files.remove', { name })}
                  disabled={changing.isPending}
                  onClick={() => changing.mutate({ documentId: id })}
                />
              )}
            </li>
          ))}
        </ul>
        <TextField
          label={t('files.add')}
          type="file"
          accept=".pdf,application/pdf"
          disabled={changing.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) changing.mutate({ file });
            target.value = '';
          }}
        />
      </Dialog>
    </>
  );
}
