import { ArrowDown, ArrowUp, FileText, Trash2 } from 'lucide-react';
import { randomKey } from '../api/random-key.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';
import { checkFile } from './chosen-files.ts';
import { FileDrop } from './file-drop.tsx';
import type { SendChange } from './send-state.ts';
import { useConvertedFormats } from './use-deadline-limits.ts';
import { fileLimits } from './use-error-texts.ts';

type SendFilesProps = {
  files: readonly File[];
  error: string | undefined;
  change: (change: SendChange) => void;
};

/** The documents to be sent, in the order in which people read them. */
export function SendFiles({ files, error, change }: SendFilesProps) {
  const t = useText('send');
  const showToast = useToast();
  const remove = (index: number) => {
    change({ do: 'remove-file', index });
    showToast({ text: t('fileRemoved'), undo: () => change({ do: 'restore-files', files }) });
  };
  const converted = useConvertedFormats();
  const refused = files.some((file) => checkFile(file, converted) !== null);
  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <ol aria-label={t('files')} className="flex flex-col gap-2">
          {files.map((file, index) => (
            <FileRow
              key={keyOf(file)}
              file={file}
              index={index}
              count={files.length}
              change={change}
              remove={remove}
            />
          ))}
        </ol>
      )}
      <FileDrop
        file={null}
        isMultiple
        error={refused ? undefined : error}
        onFile={(file) => change({ do: 'add-file', file })}
        {...(files.length > 0 ? { invitation: t('dropMore') } : {})}
      />
    </div>
  );
}

const keys = new WeakMap<File, string>();

/** Two files may have the same name, and a file may be chosen twice. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? randomKey();
  keys.set(file, key);
  return key;
}

type FileRowProps = {
  file: File;
  index: number;
  count: number;
  change: (change: SendChange) => void;
  remove: (index: number) => void;
};

function FileRow({ file, index, count, change, remove }: FileRowProps) {
  const t = useText('send');
  const converted = useConvertedFormats();
  const refusal = checkFile(file, converted);
  const move = (by: -1 | 1) => change({ do: 'move-file', index, by });
  return (
    <li className="flex items-center gap-3 rounded-paper border border-line bg-surface py-2 ps-4 pe-2">
      <FileText aria-hidden size={24} strokeWidth={1.5} className="shrink-0 text-accent" />
      <div className="min-w-0 grow">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        <p className="text-14 text-muted">{formatBytes(file.size, currentLanguage())}</p>
        {refusal && (
          <p role="alert" className="text-14 text-stopped">
            {t(refusal, fileLimits(converted))}
          </p>
        )}
      </div>
      <div className="flex shrink-0">
        {count > 1 && (
          <>
            <IconButton
              icon={ArrowUp}
              label={t('fileUp', { name: file.name })}
              aria-disabled={index === 0}
              onClick={() => move(-1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t('fileDown', { name: file.name })}
              aria-disabled={index === count - 1}
              onClick={() => move(1)}
            />
          </>
        )}
        <IconButton
          icon={Trash2}
          label={t('removeFile', { name: file.name })}
          onClick={() => remove(index)}
        />
      </div>
    </li>
  );
}
