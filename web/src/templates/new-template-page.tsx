import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { handleEndedSession } from '../api/ended-session.ts';
import { uploadTemplate } from '../api/templates-api.ts';
import { violationsOf } from '../api/violations.ts';
import { checkFile, nameFrom } from '../dashboard/chosen-files.ts';
import { FileDrop } from '../dashboard/file-drop.tsx';
import { NoWorkspace } from '../dashboard/no-workspace.tsx';
import { useConvertedFormats } from '../dashboard/use-deadline-limits.ts';
import { forgetInput, useLeftInput, useRememberedInput } from '../frame/unfinished-form.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TextField } from '../ui/text-field.tsx';
import { TemplatesLink } from './template-links.tsx';

/** A template belongs to a workspace: without one, there is nothing to fill in. */
export default function NewTemplatePage() {
  const t = useText('templates');
  const { workspace, isPending, error } = useWorkspace();
  return workspace || isPending || error ? <NewTemplate /> : <NoWorkspace title={t('newTitle')} />;
}

interface NewTemplateInput {
  readonly file: File | null;
  readonly ownName: string | null;
}

/** Creates a template from a PDF; people and fields are edited on its own page. */
function NewTemplate() {
  const t = useText('templates');
  const { workspace, isPending, error: workspaceError } = useWorkspace();
  const left = useLeftInput<NewTemplateInput>('new-template');
  const [file, setFile] = useState(left?.file ?? null);
  const [ownName, setOwnName] = useState(left?.ownName ?? null);
  useRememberedInput<NewTemplateInput>(
    'new-template',
    useMemo(() => (file === null && ownName === null ? null : { file, ownName }), [file, ownName]),
  );
  const [hasTried, setTried] = useState(false);
  const sending = useUpload();
  const converted = useConvertedFormats();
  const name = ownName ?? nameFrom(file);
  const shown = ['name', 'document'] as const;
  const fieldErrors = new Map(
    violationsOf(sending.error, shown).map(({ field, sentence }) => [field, sentence]),
  );
  const isNameShort = [...name.trim()].length < 2;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (file === null || checkFile(file, converted) !== null || isNameShort || !workspace) return;
    sending.send({ file, name: name.trim() }, workspace.id);
  };
  return (
    <>
      <PageHeader title={t('newTitle')} lead={workspace?.name} above={<TemplatesLink />} />
      <form noValidate onSubmit={submit} className="flex max-w-form flex-col gap-6">
        <FileDrop
          file={file}
          error={fieldErrors.get('document') ?? (hasTried && file === null ? t('fileMissing') : undefined)}
          onFile={setFile}
        />
        <TextField
          label={t('name')}
          name="name"
          value={name}
          error={fieldErrors.get('name') ?? (hasTried && isNameShort ? t('nameShort') : undefined)}
          onChange={(event) => setOwnName(event.target.value)}
        />
        <ErrorBanner error={sending.error ?? workspaceError} shownFields={[...fieldErrors.keys()]} />
        {sending.isSending && (
          <ProgressBar label={t('uploading')} done={sending.sent} total={file?.size ?? 1} />
        )}
        <Button type="submit" variant="primary" busy={sending.isSending || isPending} className="self-start">
          {t('create')}
        </Button>
      </form>
    </>
  );
}

function useUpload() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<{ isSending: boolean; sent: number; error: unknown }>({
    isSending: false,
    sent: 0,
    error: null,
  });
  const send = async ({ file, name }: { file: File; name: string }, workspaceId: number) => {
    setState({ isSending: true, sent: 0, error: null });
    const form = new FormData();
    form.set('name', name);
    form.set('document', file, file.name);
    try {
      const { id } = await uploadTemplate(workspaceId, {
        form,
        signal: new AbortController().signal,
        onProgress: (sent) => setState((before) => ({ ...before, sent })),
      });
      forgetInput(client, 'new-template');
      await client.invalidateQueries({ queryKey: ['templates'] });
      const params = { workspaceId: String(workspaceId), id: String(id) };
      await navigate({ to: '/templates/$workspaceId/$id', params });
    } catch (error) {
      handleEndedSession(client, error);
      setState({ isSending: false, sent: 0, error });
    }
  };
  return { ...state, send: (what: { file: File; name: string }, id: number) => void send(what, id) };
}
