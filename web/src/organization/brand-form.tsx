import {
  accentContrast,
  BRAND_LIMITS,
  nearestAccent,
  OWN_ACCENT,
  readColour,
  SIGNING_LANGUAGES,
  type SigningLanguage,
} from '@paraph/domain';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { brandQuery, saveBrand } from '../api/brand-api.ts';
import type { Brands, Organization } from '../api/wire.ts';
import { currentLanguage, LANGUAGE_NAMES, translatedLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { SelectField, TextArea, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

interface Values {
  accent: string;
  senderName: string;
  replyAddress: string;
  footer: string;
  disclosures: Record<SigningLanguage, string>;
}
type Form = UseFormReturn<Values>;

const FIELDS = ['accent', 'senderName', 'replyAddress', 'footer'] as const;

type FormProps = { organization: Organization; draft: Brands['draft'] };

/** Colour and words of the draft. */
export function BrandForm({ organization: { id }, draft }: FormProps) {
  const t = useText('brand');
  const form: Form = useForm({ defaultValues: valuesOf(draft) });
  const saving = useAct({
    does: ({ disclosures, ...values }: Values) =>
      saveBrand(id, {
        ...values,
        disclosures: SIGNING_LANGUAGES.flatMap((language) =>
          disclosures[language].trim() === '' ? [] : [{ language, text: disclosures[language] }],
        ),
      }),
    answers: brandQuery(id),
    done: (saved) => form.reset(valuesOf(saved.draft)),
    says: () => t('saved'),
    form,
    fields: FIELDS,
  });
  const errorOf = (name: (typeof FIELDS)[number]) => form.formState.errors[name]?.message;
  return (
    <SavingForm form={form} saving={saving} fields={[...FIELDS]}>
      <AccentField form={form} />
      <TextField
        label={t('senderName')}
        hint={t('senderNameHint')}
        maxLength={BRAND_LIMITS.senderNameCharactersMax}
        error={errorOf('senderName')}
        {...form.register('senderName')}
      />
      <TextField
        type="email"
        label={t('replyAddress')}
        hint={t('replyAddressHint')}
        error={errorOf('replyAddress')}
        {...form.register('replyAddress')}
      />
      <TextArea
        label={t('footer')}
        hint={t('footerHint')}
        maxLength={BRAND_LIMITS.footerCharactersMax}
        error={errorOf('footer')}
        {...form.register('footer')}
      />
      <DisclosureFields form={form} />
      <Button type="submit" busy={saving.isPending} className="self-start">
        {t('save')}
      </Button>
    </SavingForm>
  );
}

/** A colour that cannot be read is refused with the nearest that can. */
function AccentField({ form }: { form: Form }) {
  const t = useText('brand');
  const accent = form.watch('accent');
  const colour = readColour(accent);
  const nearest = colour && nearestAccent(colour);
  const refusal = () => {
    if (accent.trim() === '') return undefined;
    if (colour === null || nearest === null) return t('accentInvalid');
    if (nearest === colour) return undefined;
    return t('accentPale', { ratio: accentContrast(colour).toFixed(1), colour: nearest });
  };
  const use = (value: string) => form.setValue('accent', value, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="flex w-full items-start gap-3">
        <TextField
          label={t('accent')}
          hint={t('accentHint')}
          error={form.formState.errors.accent?.message ?? refusal()}
          dir="ltr"
          className="grow"
          {...form.register('accent', { validate: () => refusal() ?? true })}
        />
        <input
          type="color"
          aria-label={t('accentPick')}
          value={colour ?? OWN_ACCENT}
          onChange={(event) => use(event.target.value)}
          className="touch mt-6 w-14 shrink-0 rounded-paper border border-edge bg-surface p-1"
        />
      </div>
      {nearest !== null && nearest !== colour && (
        <Button isSmall onClick={() => use(nearest)}>
          {t('accentUse', { colour: nearest })}
        </Button>
      )}
    </div>
  );
}

function DisclosureFields({ form }: { form: Form }) {
  const t = useText('brand');
  const [language, setLanguage] = useState<SigningLanguage>(translatedLanguage());
  const texts = form.watch('disclosures');
  const written = SIGNING_LANGUAGES.filter((each) => texts[each].trim() !== '');
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' });
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-14 font-medium">{t('disclosure')}</legend>
      <p className="text-13 text-muted">{t('disclosureHint')}</p>
      <SelectField
        label={t('disclosureLanguage')}
        value={language}
        onChange={(event) => setLanguage(event.target.value as SigningLanguage)}
      >
        {SIGNING_LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </SelectField>
      <TextArea
        key={language}
        label={t('disclosure')}
        hideLabel
        lang={language}
        dir="auto"
        rows={5}
        maxLength={BRAND_LIMITS.disclosureCharactersMax}
        hint={
          written.length > 0 &&
          t('disclosureWritten', { languages: list.format(written.map((code) => LANGUAGE_NAMES[code])) })
        }
        {...form.register(`disclosures.${language}`)}
      />
    </fieldset>
  );
}

function valuesOf(draft: Brands['draft']): Values {
  const texts = new Map(draft?.disclosures.map(({ language, text }) => [language, text]));
  const disclosures = Object.fromEntries(SIGNING_LANGUAGES.map((each) => [each, texts.get(each) ?? '']));
  return {
    accent: draft?.accent ?? '',
    senderName: draft?.senderName ?? '',
    replyAddress: draft?.replyAddress ?? '',
    footer: draft?.footer ?? '',
    disclosures: disclosures as Values['disclosures'],
  };
}
