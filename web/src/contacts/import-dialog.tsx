import { readPeopleText } from '@paraph/domain';
import { type ChangeEvent, useState } from 'react';
import { importContacts } from '../api/contacts-api.ts';
import { violationsIn } from '../api/violations.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import type { ContactDialogProps } from './contact-dialog.tsx';

/** Takes a pasted list or a CSV file; what is wrong with it is shown by row, and the text stays to be corrected. */
export function ImportDialog({ workspaceId, onClose, onDone }: Omit<ContactDialogProps, 'contact'>) {
  const t = useText('contacts');
  const [text, setText] = useState('');
  const count = readPeopleText(text).length;
  const importing = useAct({
    does: () => importContacts(workspaceId, text),
    done: onDone,
    says: ({ created, updated }) => t('imported', { created, updated }),
  });
  const problems = Object.entries(violationsIn(importing.error));
  const change = (next: string) => {
    setText(next);
    importing.reset();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('import')} description={t('importLead')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          importing.mutate();
        }}
      >
        <TextArea
          label={t('importText')}
          rows={8}
          value={text}
          placeholder={t('importExample')}
          spellCheck={false}
          className="font-mono"
          onChange={({ target }) => change(target.value)}
        />
        <TextField
          label={t('importFile')}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            const [file] = event.target.files ?? [];
            if (file) void readText(file).then(change);
          }}
        />
        {problems.length === 0 && <ErrorBanner error={importing.error} />}
        <RowProblems problems={problems} />
        <FormActions
          onLeave={onClose}
          act={t('importCount', { count })}
          busy={importing.isPending}
          disabled={count === 0}
        />
      </form>
    </Dialog>
  );
}

function RowProblems({ problems }: { problems: [string, string][] }) {
  const t = useText('contacts');
  return (
    <div role="alert">
      {problems.length > 0 && (
        <>
          <p className="font-medium text-stopped">{t('importProblems', { count: problems.length })}</p>
          <ul className="mt-1 max-h-48 list-disc overflow-y-auto ps-5 text-14 text-stopped">
            {problems.map(([path, sentence]) => {
              const row = /^rows\[(\d+)\]/.exec(path)?.[1];
              return <li key={path}>{row ? t('importRow', { row, sentence }) : sentence}</li>;
            })}
          </ul>
        </>
      )}
    </div>
  );
}

/** Spreadsheets on Windows save CSV in its code page, unless they are told otherwise. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
