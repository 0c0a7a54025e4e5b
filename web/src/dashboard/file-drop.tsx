import { CircleAlert, FileText, FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
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

/** Drop a PDF or picture, or choose one. */
export function FileDrop({ file, error, onFile, isMultiple, isPdfOnly, invitation }: FileDropProps) {
  const t = useText('send');
  const converted = useConvertedFormats({ isAsked: !isPdfOnly });
  const limits = fileLimits(converted);
  const refusal = file && (isPdfOnly ? checkPdf(file) : checkFile(file, converted));
  const input = { name: 'document', accept: isPdfOnly ? 'application/pdf,.pdf' : offeredTypes(converted) };
  return (
    <DropArea
      label={t('document')}
      file={file}
      error={refusal ? t(refusal, limits) : error}
      onFile={onFile}
      isMultiple={isMultiple === true}
      isLow={invitation !== undefined}
      input={input}
    >
      <Invitation
        text={invitation ?? t(isPdfOnly ? 'dropPdf' : 'drop')}
        hint={t('dropHint', { size: limits.size })}
      />
    </DropArea>
  );
}

interface DropAreaProps extends Pick<FileDropProps, 'error' | 'file' | 'onFile'> {
  readonly label: string;
  readonly isMultiple?: boolean;
  /** Where it stands among other things. */
  readonly isLow?: boolean;
  readonly input: { name: string; accept: string };
  /** What it says while there is no file. */
  readonly children: ReactNode;
}

/** The file input covers the whole area. */
export function DropArea(props: DropAreaProps) {
  const { label, file, error, onFile, isMultiple = false, isLow = false, input, children } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);
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
        {label}
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
          isLow ? 'min-h-20' : 'min-h-36',
          'transition-colors',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          error ? 'border-stopped' : isOver ? 'border-accent bg-accent-wash' : 'border-edge bg-surface',
        )}
      >
        {file ? <Chosen file={file} /> : children}
        <input
          id={id}
          {...input}
          type="file"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          multiple={isMultiple}
          onChange={({ target }) => {
            addFiles(target.files);
            // So that the same file can be chosen again after it was removed.
            if (isMultiple) target.value = '';
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </fieldset>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-14 text-stopped">
          <CircleAlert aria-hidden size={16} className="me-1 inline align-[-3px]" />
          {error}
        </p>
      )}
    </div>
  );
}

export function Invitation({ text, hint }: { text: string; hint: string }) {
  return (
    <div className="flex w-full flex-col items-center gap-1 text-center">
      <FileUp aria-hidden size={28} strokeWidth={1.5} className="text-muted" />
      <p className="font-medium">{text}</p>
      <p className="text-14 text-muted">{hint}</p>
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
