import { CircleAlert, FileText, FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { currentLanguage, useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { formatBytes } from '../ui/format-time.ts';
import { checkFile, checkPdf, offeredTypes } from './chosen-files.ts';
import { useConvertedFormats } from './use-deadline-limits.ts';
import { fileLimits } from './use-error-texts.ts';

type FileDropProps = {
  file: File | null;
  error: string | undefined;
  /** Called once for each file. */
  onFile: (file: File) => void;
  isMultiple?: boolean;
  /** Whether neither pictures nor texts will do, as for what is signed already. */
  isPdfOnly?: boolean;
  /** Text of the drop area, where it is not the first file. */
  invitation?: string;
};

/** Drop a PDF or picture, or choose one: the file input covers the whole area. */
export function FileDrop({ file, error, onFile, isMultiple, isPdfOnly, invitation }: FileDropProps) {
  const t = useText('send');
  const id = useId();
  const [isOver, setOver] = useState(false);
  const converted = useConvertedFormats({ isAsked: !isPdfOnly });
  const limits = fileLimits(converted);
  const refusal = file && (isPdfOnly ? checkPdf(file) : checkFile(file, converted));
  const shownError = refusal ? t(refusal, limits) : error;
  const addFiles = (files: FileList | null) => {
    for (const each of [...(files ?? [])].slice(0, isMultiple ? undefined : 1)) onFile(each);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    addFiles(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {t('document')}
      </label>
      <fieldset
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'relative flex items-center gap-4 rounded-paper border-2 border-dashed p-6',
          invitation === undefined ? 'min-h-36' : 'min-h-20',
          'transition-colors',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          shownError ? 'border-stopped' : isOver ? 'border-accent bg-accent-wash' : 'border-edge bg-surface',
        )}
      >
        {file ? (
          <Chosen file={file} />
        ) : (
          <Invitation text={invitation ?? t(isPdfOnly ? 'dropPdf' : 'drop')} size={limits.size} />
        )}
        <input
          id={id}
          name="document"
          type="file"
          accept={isPdfOnly ? 'application/pdf,.pdf' : offeredTypes(converted)}
          aria-invalid={shownError ? true : undefined}
          aria-describedby={shownError ? `${id}-error` : undefined}
          multiple={isMultiple === true}
          onChange={({ target }) => {
            addFiles(target.files);
            // So that the same file can be chosen again after it was removed.
            if (isMultiple) target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </fieldset>
      {shownError && (
        <p id={`${id}-error`} role="alert" className="text-14 text-stopped">
          <CircleAlert aria-hidden size={16} className="me-1 inline align-[-3px]" />
          {shownError}
        </p>
      )}
    </div>
  );
}

function Invitation({ text, size }: { text: string; size: string }) {
  const t = useText('send');
  return (
    <div className="flex w-full flex-col items-center gap-1 text-center">
      <FileUp aria-hidden size={28} strokeWidth={1.5} className="text-muted" />
      <p className="font-medium">{text}</p>
      <p className="text-14 text-muted">{t('dropHint', { size })}</p>
    </div>
  );
}

function Chosen({ file }: { file: File }) {
  const t = useText('send');
  return (
    <>
      <FileText aria-hidden size={32} strokeWidth={1.5} className="shrink-0 text-accent" />
      <div className="min-w-0">
        <p className="font-medium">{file.name}</p>
        <p className="text-14 text-muted">
          {formatBytes(file.size, currentLanguage())} · {t('dropOther')}
        </p>
      </div>
    </>
  );
}
