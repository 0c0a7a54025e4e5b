import { Paperclip, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FieldFrame } from '../ui/field-frame.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { ATTACHMENT_TYPES } from './attachment-state.ts';
import { fieldElementId } from './field-focus.ts';
import { labelOf, nameOf } from './field-text.ts';
import type { ControlProps } from './page-controls.tsx';
import type { Attachment, SigningField } from './signing-view.ts';
import type { Transfer } from './use-attachments.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface FileInputProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  readonly className: string;
  readonly describedBy: string | undefined;
}

/** The browser's own file input: with the keyboard, by dropping a file, and on phones with the camera. */
function FileInput({ field, signing, className, describedBy }: FileInputProps) {
  const t = useText('signing');
  return (
    <input
      type="file"
      id={fieldElementId(field)}
      accept={ATTACHMENT_TYPES}
      aria-label={nameOf(t, field, signing.valueOf(field))}
      aria-describedby={describedBy}
      disabled={signing.attachments.transferOf(field) !== null}
      onFocus={() => signing.visit(field)}
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) signing.attachments.add(field, file);
        // So that the same file can be chosen again.
        event.target.value = '';
      }}
      className={className}
    />
  );
}

/** The box of a file on its page: pressing it chooses a file, or another one. */
export function FileControl({ field, signing, describedBy }: ControlProps) {
  const t = useText('signing');
  const attachment = signing.attachments.of(field);
  const transfer = signing.attachments.transferOf(field);
  return (
    <span className="page-field-file">
      <FileInput {...{ field, signing, describedBy }} className="page-field-file-input" />
      <span aria-hidden className="page-field-file-face">
        <Paperclip className="h-[1.1em] w-[1.1em] shrink-0" />
        <span className="page-field-file-name" dir="auto">
          {transfer === null ? (attachment?.name ?? t('file.add')) : percentText(transfer)}
        </span>
      </span>
      {transfer !== null && <TransferBar transfer={transfer} className="page-field-file-bar" />}
      {attachment !== null && transfer === null && (
        <button
          type="button"
          aria-label={t('file.removeOf', { name: attachment.name })}
          onClick={() => removeAndFocus(field, signing)}
          className="page-field-file-remove"
        >
          <X aria-hidden className="h-[1.1em] w-[1.1em]" />
        </button>
      )}
    </span>
  );
}

interface FileFieldProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  readonly position: string;
}

/** The same in the form, with size, download and progress. */
export function FileField({ field, signing, position }: FileFieldProps) {
  const t = useText('signing');
  const attachment = signing.attachments.of(field);
  const transfer = signing.attachments.transferOf(field);
  const need = t(field.required ? 'field.required' : 'field.optional');
  return (
    <FieldFrame
      id={fieldElementId(field)}
      label={`${labelOf(t, field)} (${need})`}
      hint={<FileHint position={position} />}
      error={signing.errorOf(field) ?? undefined}
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          {attachment !== null && <AttachedFile attachment={attachment} />}
          <div className="flex flex-wrap items-center gap-2">
            <FileButton isFilled={attachment !== null}>
              <FileInput
                {...{ field, signing }}
                describedBy={control['aria-describedby']}
                className="file-button-input"
              />
            </FileButton>
            {attachment !== null && transfer === null && (
              <Button variant="quiet" onClick={() => removeAndFocus(field, signing)}>
                {t('file.remove')}
              </Button>
            )}
            {transfer !== null && (
              <>
                <TransferBar transfer={transfer} className="grow" />
                <span className="text-14">{percentText(transfer)}</span>
                <Button variant="quiet" onClick={transfer.cancel}>
                  {t('file.cancel')}
                </Button>
              </>
            )}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

function FileHint({ position }: { position: string }) {
  const t = useText('signing');
  return `${position} · ${t('file.hint')}`;
}

function FileButton({ isFilled, children }: { isFilled: boolean; children: ReactNode }) {
  const t = useText('signing');
  return (
    <span className={`file-button ${buttonClass()}`}>
      <Paperclip aria-hidden size={18} className="shrink-0" />
      <span aria-hidden>{t(isFilled ? 'file.replace' : 'file.add')}</span>
      {children}
    </span>
  );
}

function AttachedFile({ attachment: { name, size, url } }: { attachment: Attachment }) {
  return (
    <p className="break-words">
      <a href={url} download={name} dir="auto">
        {name}
      </a>{' '}
      <span className="text-14 text-muted">{formatBytes(size, currentLanguage())}</span>
    </p>
  );
}

function TransferBar({ transfer, className }: { transfer: Transfer; className: string }) {
  const t = useText('signing');
  return <progress aria-label={t('file.sending')} max={1} value={transfer.share} className={className} />;
}

function percentText({ share }: Transfer): string {
  return new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(share);
}

/** The button that was pressed goes away with the file; the input stays. */
function removeAndFocus(field: SigningField, signing: SigningFields): void {
  signing.attachments.remove(field);
  document.getElementById(fieldElementId(field))?.focus();
}
