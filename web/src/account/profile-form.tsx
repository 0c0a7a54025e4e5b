import type { SigningLanguage } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { type ProfileChange, profileQuery, saveProfile, statusQuery } from '../api/account-api.ts';
import type { AccountStatus, Profile } from '../api/wire.ts';
import { currentLanguage, LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SaveIndicator } from '../ui/save-indicator.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { countriesIn } from './countries.ts';
import { nameRulesIn } from './name-rules.ts';

const FIELDS = ['name', 'firstName', 'lastName', 'country', 'language', 'timeZone', 'colorScheme'] as const;

type ProfileValues = Record<(typeof FIELDS)[number], string>;

/** Saves each change on blur. */
export function ProfileForm({ profile, status }: { profile: Profile; status: AccountStatus }) {
  const t = useText('account');
  const client = useQueryClient();
  const form = useForm<ProfileValues>({ defaultValues: valuesOf(profile, status) });
  // Read while rendering, because react-hook-form tracks only what is read then.
  const { errors, isDirty } = form.formState;
  const saving = useMutation({
    // Serialize requests: each carries all values, and the last must win.
    scope: { id: 'profile' },
    mutationFn: (values: ProfileValues) => saveProfile(changeOf(values)),
    onSuccess: (saved, values) => {
      client.setQueryData(profileQuery.queryKey, saved);
      void client.invalidateQueries(statusQuery);
      // Keep what was typed meanwhile; the saved values become the new defaults.
      form.reset(values, { keepValues: true });
    },
    onError: (error) => showViolations({ form, error, fields: FIELDS, shouldFocus: false }),
  });
  const save = form.handleSubmit((values) => {
    if (form.formState.isDirty) saving.mutate(values);
  });
  const leave = { onBlur: () => void save() };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <ErrorBanner error={saving.error} shownFields={FIELDS} />
      <TextField
        label={t('yourName')}
        hint={t('nameHint')}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', { ...leave, ...nameRulesIn(t) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('firstName')}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName', leave)}
        />
        <TextField
          label={t('lastName')}
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName', leave)}
        />
      </div>
      <CountryField
        error={errors.country?.message}
        {...form.register('country', { onChange: () => void save() })}
      />
      <LanguageField
        error={errors.language?.message}
        {...form.register('language', { onChange: () => void save() })}
      />
      <TimeZoneField
        error={errors.timeZone?.message}
        {...form.register('timeZone', { onChange: () => void save() })}
      />
      <ColorField
        error={errors.colorScheme?.message}
        {...form.register('colorScheme', { onChange: () => void save() })}
      />
      <SaveIndicator isSaving={saving.isPending} isSaved={saving.isSuccess && !isDirty} />
    </form>
  );
}

type ChoiceProps = Omit<ComponentProps<typeof SelectField>, 'label'>;

function CountryField(field: ChoiceProps) {
  const t = useText('account');
  return (
    <SelectField label={t('country')} autoComplete="country" {...field}>
      <option value="">{t('noCountry')}</option>
      {countriesIn(currentLanguage()).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function ColorField(field: ChoiceProps) {
  const t = useText('account');
  return (
    <SelectField label={t('colors')} {...field}>
      <option value="">{t('colorsOfDevice')}</option>
      <option value="light">{t('colorsLight')}</option>
      <option value="dark">{t('colorsDark')}</option>
    </SelectField>
  );
}

function LanguageField(field: ChoiceProps) {
  const t = useText('account');
  return (
    <SelectField label={t('languageOfAll')} hint={t('languageOfAllHint')} {...field}>
      <option value="">{t('languageOfBrowser')}</option>
      {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function TimeZoneField(field: ChoiceProps) {
  const t = useText('account');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <SelectField label={t('timeZone')} hint={t('timeZoneHint')} {...field}>
      <option value="">{t('timeZoneOfBrowser', { name: timeZone })}</option>
      {Intl.supportedValuesOf('timeZone').map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}

function valuesOf(profile: Profile, { language, timeZone, colorScheme }: AccountStatus): ProfileValues {
  return {
    name: profile.name,
    firstName: profile.firstName ?? '',
    lastName: profile.lastName ?? '',
    country: profile.country ?? '',
    language: language ?? '',
    timeZone: timeZone ?? '',
    colorScheme: colorScheme ?? '',
  };
}

function changeOf(values: ProfileValues): ProfileChange {
  return {
    name: values.name.trim(),
    firstName: values.firstName.trim() || null,
    lastName: values.lastName.trim() || null,
    country: values.country || null,
    language: (values.language || null) as SigningLanguage | null,
    timeZone: values.timeZone || null,
    colorScheme: (values.colorScheme || null) as 'dark' | 'light' | null,
  };
}
