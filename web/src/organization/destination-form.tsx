import { PATH_PATTERN_DEFAULT, PATH_VALUES, TRANSFER_SECTIONS } from '@paraph/domain';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { destinationQuery, saveDestination } from '../api/destination-api.ts';
import type { Destination } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

const FIELDS = ['kind', 'url', 'user', 'secret', 'region', 'pathPattern'] as const;
type Texts = Record<Exclude<(typeof FIELDS)[number], 'kind'>, string>;
type Values = Texts & { kind: 'webdav' | 'bucket'; include: string[] };
type DestinationFormProps = { workspaceId: number; destination: Destination['destination'] };

export function DestinationForm({ workspaceId, destination }: DestinationFormProps) {
  const t = useText('destination');
  const { kind = 'webdav', url = '', user = '', pathPattern = PATH_PATTERN_DEFAULT } = destination ?? {};
  const { region, include = [] } = destination ?? {};
  const form = useForm<Values>({
    defaultValues: { kind, url, user, secret: '', region: region ?? 'us-east-1', pathPattern, include },
  });
  const isBucket = form.watch('kind') === 'bucket';
  const saving = useAct({
    does: ({ secret, ...values }: Values) =>
      saveDestination(workspaceId, {
        ...values,
        region: isBucket ? values.region : null,
        include: TRANSFER_SECTIONS.filter((section) => values.include.includes(section)),
        ...(secret === '' ? {} : { secret }),
      }),
    answers: destinationQuery(workspaceId),
    says: () => t('saved'),
    form,
    fields: FIELDS,
  });
  const { errors } = form.formState;
  const field = (name: (typeof FIELDS)[number], isNeeded = false) => ({
    error: errors[name]?.message,
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    ...form.register(name, { validate: (text) => !isNeeded || text.trim() !== '' || t('needed') }),
  });
  const values = PATH_VALUES.map((word) => `{${word}}`).join(', ');
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <SelectField label={t('kind')} error={errors.kind?.message} {...form.register('kind')}>
        <option value="webdav">{t('kindWebdav')}</option>
        <option value="bucket">{t('kindBucket')}</option>
      </SelectField>
      <TextField
        label={t('url')}
        hint={t(isBucket ? 'urlHintBucket' : 'urlHintWebdav')}
        inputMode="url"
        {...field('url', true)}
      />
      <TextField label={t(isBucket ? 'accessKey' : 'user')} {...field('user', true)} />
      <TextField
        type="password"
        label={t(isBucket ? 'secretKey' : 'password')}
        hint={destination ? t('secretKept') : isBucket ? undefined : t('passwordHint')}
        {...field('secret', !destination)}
      />
      {isBucket && <TextField label={t('region')} {...field('region')} />}
      <TextField label={t('pathPattern')} hint={t('pathPatternHint', { values })} {...field('pathPattern')} />
      <IncludeFields form={form} />
      <div>
        <Button type="submit" busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </SavingForm>
  );
}

function IncludeFields({ form }: { form: UseFormReturn<Values> }) {
  const t = useText('destination');
  return (
    <fieldset>
      <legend className="text-14 font-medium">{t('include')}</legend>
      <Checkbox label={t('includeEvidence')} value="evidence" {...form.register('include')} />
      <Checkbox label={t('includeAttachments')} value="attachments" {...form.register('include')} />
      <Checkbox label={t('includeArchive')} value="archive" {...form.register('include')} />
    </fieldset>
  );
}
