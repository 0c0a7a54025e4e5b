import { CircleAlert, Paperclip, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { currentLanguage, useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';

export interface AnnexRow {
  key: string;
  name: string;
  size: number;
  /** Why it cannot be sent. */
  refusal?: string | undefined;
  /** Where it can be downloaded. */
  url?: string;
}

interface AnnexRowsProps {
  readonly rows: readonly AnnexRow[];
  readonly error: string | undefined;
  readonly onAdd: (files: File[]) => void;
  readonly onRemove: (key: string) => void;
}

/** Files for information, each with its way out, and a quiet line to add one. */
export function AnnexRows({ rows, error, onAdd, onRemove }: AnnexRowsProps) {
  const t = useText('send');
  const id = useId();
  return (
    <div className="flex flex-col items-start gap-2">
      {rows.length > 0 && (
        <>
          <p className="text-14 text-muted">{t('annexesHint')}</p>
          <ul aria-label={t('annexes')} className="flex w-full flex-col gap-2">
            {rows.map((row) => (
              <Row key={row.key} row={row} onRemove={onRemove} />
            ))}
          </ul>
        </>
      )}
      {/* The input covers the line, so that it is opened by a press, a key and a voice alike. */}
      <label
        htmlFor={id}
        className="link touch relative inline-flex items-center gap-2 text-14 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent"
      >
        <Plus aria-hidden size={16} />
        {t(rows.length > 0 ? 'annexMore' : 'annexAdd')}
        <input
          id={id}
          name="annex"
          type="file"
          multiple
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => {
            onAdd([...(target.files ?? [])]);
            // So that the same file can be chosen again after it was removed.
            target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-14 text-stopped">
          <CircleAlert aria-hidden size={16} className="me-1 inline align-[-3px]" />
          {error}
        </p>
      )}
    </div>
  );
}

function Row({ row, onRemove }: { row: AnnexRow; onRemove: (key: string) => void }) {
  const t = useText('send');
  const { key, name, size, refusal, url } = row;
  return (
    <li className="flex items-center gap-3 rounded-paper border border-line bg-surface py-1 ps-4 pe-2">
      <Paperclip aria-hidden size={18} strokeWidth={1.5} className="shrink-0 text-muted" />
      <div className="min-w-0 grow text-14">
        {url === undefined ? (
          <p className="wrap-anywhere">{name}</p>
        ) : (
          <a href={url} download className="link wrap-anywhere">
            {name}
          </a>
        )}
        <p className="text-muted">{formatBytes(size, currentLanguage())}</p>
        {refusal && (
          <p role="alert" className="text-stopped">
            {refusal}
          </p>
        )}
      </div>
      <IconButton icon={Trash2} label={t('removeFile', { name })} onClick={() => onRemove(key)} />
    </li>
  );
}
