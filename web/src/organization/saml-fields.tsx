import type { ChangeEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import type { ConnectionValues } from './connection-state.ts';

/** What is entered of a SAML provider: its metadata by address or as a file, else what is in it by hand. */
export function SamlFields({ form }: { form: UseFormReturn<ConnectionValues> }) {
  const t = useText('connections');
  const { errors } = form.formState;
  const field = (name: keyof ConnectionValues['saml']) => ({
    autoComplete: 'off',
    spellCheck: false,
    error: errors.saml?.[name]?.message,
    ...form.register(`saml.${name}`),
  });
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) form.setValue('saml.metadata', await file.text());
  };
  return (
    <>
      <p className="text-14 text-muted">{t('samlLead')}</p>
      <TextField
        label={t('metadataUrl')}
        hint={t('metadataUrlHint')}
        inputMode="url"
        {...field('metadataUrl')}
      />
      <details className="flex flex-col" open={errors.saml !== undefined || undefined}>
        <summary className="link cursor-pointer py-1">{t('samlOtherwise')}</summary>
        <div className="flex flex-col gap-4 py-3">
          <TextArea label={t('metadata')} rows={4} {...field('metadata')} />
          <TextField label={t('metadataFile')} type="file" accept=".xml,text/xml" onChange={readFile} />
          <p className="text-14 text-muted">{t('samlByHand')}</p>
          <TextField label={t('entityId')} {...field('entityId')} />
          <TextField label={t('ssoUrl')} inputMode="url" {...field('ssoUrl')} />
          <TextField label={t('sloUrl')} inputMode="url" {...field('sloUrl')} />
          <TextArea label={t('certificates')} rows={4} {...field('certificates')} />
        </div>
      </details>
      <TextField label={t('emailAttribute')} hint={t('attributeHint')} {...field('emailAttribute')} />
      <TextField label={t('nameAttribute')} {...field('nameAttribute')} />
      <Checkbox
        label={t('signsRequests')}
        hint={t('signsRequestsHint')}
        {...form.register('saml.signsRequests')}
      />
      <Checkbox
        label={t('allowsUnsolicited')}
        hint={t('allowsUnsolicitedHint')}
        {...form.register('saml.allowsUnsolicited')}
      />
    </>
  );
}
