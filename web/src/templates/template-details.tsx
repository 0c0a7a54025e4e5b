import { SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type TemplateChange, type TemplateIds, templateKey, updateTemplate } from '../api/templates-api.ts';
import { violationsOf } from '../api/violations.ts';
import type { Template } from '../api/wire.ts';
import { LevelField } from '../dashboard/level-field.tsx';
import { MessageField } from '../dashboard/message-field.tsx';
import { useDeadlineLimits } from '../dashboard/use-deadline-limits.ts';
import { useLevels } from '../dashboard/use-levels.ts';
import { LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SaveIndicator } from '../ui/save-indicator.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';

const SHOWN = ['name', 'type', 'senderMessage', 'expiryDays'] as const;
const DAY = 86_400;

/** The initial values of workflows created from the template; saved on blur. */
export function TemplateDetails({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('templates');
  const client = useQueryClient();
  const offers = useLevels(ids.workspaceId);
  const limits = useDeadlineLimits();
  const least = Math.max(1, Math.ceil(limits.expirySecondsMin / DAY));
  const most = limits.expirySecondsMax / DAY;
  const saving = useMutation({
    mutationFn: (change: TemplateChange) => updateTemplate(ids, change),
    onSuccess: (saved) => {
      client.setQueryData(templateKey(ids), saved);
      return client.invalidateQueries({ queryKey: ['templates'] });
    },
  });
  const fieldErrors = new Map(
    violationsOf(saving.error, SHOWN).map(({ field, sentence }) => [field, sentence]),
  );
  return (
    <section aria-labelledby="template-details" className="flex max-w-form flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="template-details" className="text-20 font-semibold">
          {t('details')}
        </h2>
        <SaveIndicator isSaving={saving.isPending} isSaved={saving.isSuccess} />
      </div>
      <Draft value={template.name} onLeave={(name) => saving.mutate({ name })}>
        {(control) => <TextField label={t('name')} error={fieldErrors.get('name')} {...inputOf(control)} />}
      </Draft>
      <Draft
        value={template.senderMessage ?? ''}
        onLeave={(text) => saving.mutate({ senderMessage: text.trim() === '' ? null : text })}
      >
        {({ value, onChange, onBlur, save }) => (
          <MessageField
            message={value}
            error={fieldErrors.get('senderMessage')}
            workspaceId={ids.workspaceId}
            onChange={(text) => onChange({ target: { value: text } })}
            onBlur={onBlur}
            onChoose={save}
          />
        )}
      </Draft>
      <Draft
        value={String(template.expiryDays)}
        onLeave={(days) => saving.mutate({ expiryDays: Number(days) })}
      >
        {(control) => (
          <TextField
            label={t('expiryDays')}
            hint={t('expiryHint', { least, most })}
            type="number"
            min={least}
            max={most}
            error={fieldErrors.get('expiryDays')}
            {...inputOf(control)}
          />
        )}
      </Draft>
      <LevelField
        type={saving.isPending ? (saving.variables.type ?? template.type) : template.type}
        offers={offers}
        error={fieldErrors.get('type')}
        onChange={(type) => saving.mutate({ type })}
      />
      <LanguageField language={template.language} onChange={saving.mutate} />
      <ErrorBanner error={saving.error} shownFields={[...fieldErrors.keys()]} />
    </section>
  );
}

type LanguageFieldProps = {
  language: SigningLanguage | null;
  onChange: (change: { language: SigningLanguage | null }) => void;
};

/** Of people for whom none is chosen; empty: as the workspace or organization says. */
function LanguageField({ language, onChange }: LanguageFieldProps) {
  const send = useText('send');
  const reminders = useText('reminders');
  return (
    <SelectField
      label={send('personLanguage')}
      value={language ?? ''}
      onChange={({ target: { value } }) =>
        onChange({ language: SIGNING_LANGUAGES.find((each) => each === value) ?? null })
      }
    >
      <option value="">{reminders('inheritedFromWorkspace')}</option>
      {SIGNING_LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </SelectField>
  );
}

interface Control {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
  /** For what is not typed: saved at once. */
  save: (value: string) => void;
}

function inputOf({ save: _save, ...input }: Control): Omit<Control, 'save'> {
  return input;
}

interface DraftProps {
  readonly value: string;
  readonly onLeave: (value: string) => void;
  readonly children: (control: Control) => ReactNode;
}

/** Keeps the input until blur and reports it where it has changed. */
function Draft({ value, onLeave, children }: DraftProps) {
  const [written, setWritten] = useState<string | null>(null);
  return children({
    value: written ?? value,
    onChange: ({ target }) => setWritten(target.value),
    onBlur: () => {
      if (written !== null && written !== value) onLeave(written);
    },
    save: (next) => {
      setWritten(next);
      onLeave(next);
    },
  });
}
