import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import type { BoardField } from './board-state.ts';
import type { PageSize } from './box-state.ts';
import type { EditorDocument } from './editor-source.ts';
import { copyTargets, readPages } from './page-choice-state.ts';

interface CopyFormProps {
  readonly fields: readonly BoardField[];
  readonly documents: readonly EditorDocument[];
  readonly sizes: ReadonlyMap<number, readonly PageSize[]>;
  readonly onCopy: (targets: ReturnType<typeof copyTargets>) => void;
}

/** Copies fields to the same place on chosen pages, of their own document or of another one. */
export function CopyForm({ fields, documents, sizes, onCopy }: CopyFormProps) {
  const t = useText('design');
  const [documentId, setDocumentId] = useState(fields[0]?.documentId ?? 0);
  const [text, setText] = useState('');
  const total = sizes.get(documentId)?.length ?? 1;
  const pages = readPages(text, total);
  const targets = pages === null ? [] : copyTargets(fields, { documentId, pages });
  if (documents.length < 2 && total < 2) return null;
  return (
    <details className="w-full">
      <summary className="cursor-pointer py-3 text-14 font-medium">{t('copy.title')}</summary>
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (targets.length > 0) onCopy(targets);
        }}
      >
        {documents.length > 1 && (
          <SelectField
            label={t('copy.document')}
            value={documentId}
            onChange={({ target }) => setDocumentId(Number(target.value))}
          >
            {documents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={t('copy.pages')}
          hint={t('copy.hint', { total })}
          error={pages === null ? t('copy.wrong', { total }) : undefined}
          value={text}
          maxLength={100}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" icon={CopyPlus} aria-disabled={targets.length === 0} className="self-start">
          {t('copy.do', { count: targets.length })}
        </Button>
      </form>
    </details>
  );
}
