import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { handleEndedSession } from '../api/ended-session.ts';
import { createSeal, sealsKey } from '../api/seals-api.ts';
import { violationsIn } from '../api/violations.ts';
import { checkPdf, nameFrom } from '../dashboard/chosen-files.ts';
import { FileDrop } from '../dashboard/file-drop.tsx';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';

interface NewSealDialogProps {
  readonly workspaceId: number;
  readonly organizationName: string;
  readonly onClose: () => void;
}

/** Takes a PDF and has it sealed at once. */
export function NewSealDialog({ workspaceId, organizationName, onClose }: NewSealDialogProps) {
  const t = useText('seals');
  const [file, setFile] = useState<File | null>(null);
  const [ownName, setOwnName] = useState<string | null>(null);
  const [hasTried, setTried] = useState(false);
  const sealing = useSealing(workspaceId, onClose);
  const name = ownName ?? nameFrom(file);
  const violations = violationsIn(sealing.error);
  const isNameShort = [...name.trim()].length < 2;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (file !== null && checkPdf(file) === null && !isNameShort) sealing.send(file, name.trim());
  };
  const missing = hasTried && file === null ? t('fileMissing') : undefined;
  return (
    <Dialog isOpen onClose={onClose} title={t('newTitle')} description={t('newLead', { organizationName })}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <FileDrop
          isPdfOnly
          file={file}
          error={violations.document ?? missing}
          onFile={(chosen) => {
            sealing.forget();
            setFile(chosen);
          }}
        />
        <TextField
          label={t('name')}
          name="name"
          value={name}
          error={violations.name ?? (hasTried && file !== null && isNameShort ? t('nameShort') : undefined)}
          onChange={({ target }) => setOwnName(target.value)}
        />
        <ErrorBanner error={sealing.error} shownFields={['document', 'name']} />
        {sealing.isSending && (
          <ProgressBar label={t('uploading')} done={sealing.sent} total={file?.size ?? 1} />
        )}
        <FormActions onLeave={onClose} act={t('seal')} busy={sealing.isSending} />
      </form>
    </Dialog>
  );
}

interface Sending {
  isSending: boolean;
  sent: number;
  error: unknown;
}

const IDLE: Sending = { isSending: false, sent: 0, error: null };

function useSealing(workspaceId: number, onDone: () => void) {
  const t = useText('seals');
  const client = useQueryClient();
  const showToast = useToast();
  const [state, setState] = useState(IDLE);
  const send = async (file: File, name: string) => {
    setState({ ...IDLE, isSending: true });
    const form = new FormData();
    form.set('name', name);
    form.set('workspaceId', String(workspaceId));
    form.set('document', file, file.name);
    try {
      const { status } = await createSeal({
        form,
        signal: new AbortController().signal,
        onProgress: (sent) => setState((before) => ({ ...before, sent })),
      });
      showToast({ text: t(status === 'completed' ? 'sealed' : 'waits', { name }) });
      onDone();
      await client.invalidateQueries({ queryKey: sealsKey(workspaceId) });
    } catch (error) {
      handleEndedSession(client, error);
      setState({ ...IDLE, error });
    }
  };
  return {
    ...state,
    send: (file: File, name: string) => void send(file, name),
    forget: () => setState(IDLE),
  };
}
