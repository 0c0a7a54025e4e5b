import { LIMITS } from '@paraph/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, ListChecks } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sampleAddress, uploadTable } from '../api/bulk-api.ts';
import { handleEndedSession } from '../api/ended-session.ts';
import { randomKey } from '../api/random-key.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import { violationsIn } from '../api/violations.ts';
import type { Template } from '../api/wire.ts';
import { secondsOf } from '../dashboard/deadline-state.ts';
import { DropArea, Invitation } from '../dashboard/file-drop.tsx';
import { SendProgress } from '../dashboard/send-progress.tsx';
import { StartField } from '../dashboard/start-field.tsx';
import { paramsOf } from '../templates/template-links.tsx';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tokensOf } from './bulk-state.ts';

interface TableInput {
  readonly file: File | null;
  readonly name: string;
  /** Null: as soon as the job is started. */
  readonly start: string | null;
  readonly rate: string;
  readonly isLocked: boolean;
}

const NO_DEADLINE = { days: LIMITS.expirySecondsMax };
const SHOWN = ['file', 'name', 'startDate', 'ratePerMinute'];

/** A table, and what counts for all of its rows. Nothing is sent: the next page shows what was found in it. */
export function TableForm({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('many');
  const { name } = template;
  const [input, setInput] = useState<TableInput>({
    ...{ file: null, name, start: null, rate: '', isLocked: false },
  });
  const [isMissing, setMissing] = useState(false);
  const checking = useUpload(ids);
  const change = (part: Partial<TableInput>) => {
    setInput({ ...input, ...part });
    checking.forget();
  };
  const errorAt = violationsIn(checking.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(input.file === null);
    if (input.file !== null) void checking.send(formOf(input));
  };
  if (checking.progress) return <SendProgress {...checking.progress} onStop={checking.stop} />;
  return (
    <form noValidate onSubmit={submit} className="flex max-w-text flex-col gap-6">
      <DropArea
        label={t('table')}
        file={input.file}
        error={isMissing && input.file === null ? t('tableMissing') : errorAt.file}
        onFile={(file) => change({ file })}
        input={{ name: 'file', accept: '.csv,.tsv,.txt,text/csv,text/plain' }}
      >
        <Invitation
          text={t('drop')}
          hint={t('dropHint', { rows: LIMITS.bulkRowsMax.toLocaleString(currentLanguage()) })}
        />
      </DropArea>
      <p className="-mt-3">
        <a href={sampleAddress(ids)} download className={buttonClass()}>
          <Download aria-hidden size={18} />
          {t('sample')}
        </a>
      </p>
      <Options {...{ input, template, errorAt, change }} />
      <ErrorBanner error={checking.error} shownFields={SHOWN} />
      <Button type="submit" variant="primary" icon={ListChecks} className="self-start">
        {t('check')}
      </Button>
    </form>
  );
}

interface OptionsProps {
  readonly input: TableInput;
  readonly template: Template;
  readonly errorAt: Readonly<Record<string, string>>;
  readonly change: (part: Partial<TableInput>) => void;
}

/** What counts for all rows. */
function Options({ input, template, errorAt, change }: OptionsProps) {
  const t = useText('many');
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint', { tokens: tokensOf(template).join(' ') })}
        value={input.name}
        maxLength={LIMITS.nameCharactersMax}
        error={errorAt.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <StartField
        start={input.start}
        deadline={NO_DEADLINE}
        error={errorAt.startDate}
        onChange={(start) => change({ start })}
      />
      <TextField
        label={t('rate')}
        hint={t('rateHint')}
        type="number"
        inputMode="numeric"
        min={1}
        max={LIMITS.bulkRatePerMinuteMax}
        value={input.rate}
        error={errorAt.ratePerMinute}
        onChange={({ target }) => change({ rate: target.value })}
      />
      {template.fields.some(({ key }) => key !== null) && (
        <Checkbox
          label={t('lock')}
          checked={input.isLocked}
          onChange={({ target }) => change({ isLocked: target.checked })}
        />
      )}
    </>
  );
}

function formOf({ file, name, start, rate, isLocked }: TableInput): FormData {
  const form = new FormData();
  const startDate = start === null ? null : secondsOf(start);
  if (name.trim() !== '') form.set('name', name.trim());
  if (startDate !== null) form.set('startDate', String(startDate));
  if (rate.trim() !== '') form.set('ratePerMinute', rate.trim());
  if (isLocked) form.set('lock', 'true');
  // Last, so that what is wrong with the rest is known before its bytes come.
  if (file) form.set('file', file);
  return form;
}

/** A second try of the same input has the same key: an upload whose answer was lost makes no second job. */
function useUpload(ids: TemplateIds) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<{ sent: number; total: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  const key = useRef(randomKey());
  useEffect(() => () => abort.current?.abort(), []);
  const send = async (form: FormData) => {
    abort.current = new AbortController();
    setError(null);
    setProgress({ sent: 0, total: 1 });
    try {
      const job = await uploadTable(ids, {
        form,
        idempotencyKey: key.current,
        signal: abort.current.signal,
        onProgress: (sent, total) => setProgress({ sent, total }),
      });
      const params = { ...paramsOf(ids), bulkId: String(job.id) };
      await navigate({ to: '/templates/$workspaceId/$id/bulk/$bulkId', params });
    } catch (failure) {
      const wasStopped = failure instanceof DOMException && failure.name === 'AbortError';
      handleEndedSession(client, failure);
      setProgress(null);
      setError(wasStopped ? null : failure);
    }
  };
  const forget = () => {
    setError(null);
    key.current = randomKey();
  };
  return { progress, error, send, forget, stop: () => abort.current?.abort() };
}
