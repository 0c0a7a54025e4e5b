import { SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import type { LevelOffers } from '../api/wire.ts';
import { LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { usualIdentification } from './level-state.ts';
import type { SendPerson } from './send-steps.ts';

/** What of people is asked for beyond their name and address. */
export type ContactChoice = {
  isIdentified: boolean;
  offers: LevelOffers | undefined;
  /** Of whom none is chosen for. */
  language?: SigningLanguage | null | undefined;
};

type PersonContactProps = {
  person: SendPerson;
  at: string;
  errorTexts: Map<string, string>;
  choice: ContactChoice;
  onChange: (change: Partial<SendPerson>) => void;
};

/** Language, and for people who have to identify themselves how, and the phone that codes are sent to. */
export function PersonContact({ person, at, errorTexts, choice, onChange }: PersonContactProps) {
  const t = useText('send');
  const defaults = useText('defaults');
  const usual = usualIdentification(choice.offers, person);
  return (
    <>
      {choice.isIdentified && (
        <>
          <SelectField
            label={t('identification')}
            name={`${at}[identification]`}
            value={person.identification ?? ''}
            error={errorTexts.get(`${at}[identification]`)}
            onChange={({ target }) =>
              onChange({ identification: target.value as NonNullable<SendPerson['identification']> })
            }
          >
            <option value="">
              {usual === null
                ? t('identificationDefault')
                : t('identificationUsual', { way: t(`identifications.${usual}`) })}
            </option>
            {(choice.offers?.identifications ?? [])
              .filter(({ offered }) => offered)
              .map(({ identification }) => (
                <option key={identification} value={identification}>
                  {t(`identifications.${identification}`)}
                </option>
              ))}
          </SelectField>
          <TextField
            label={t('personPhone')}
            hint={t('personPhoneHint')}
            name={`${at}[phone]`}
            type="tel"
            autoComplete="off"
            value={person.phone ?? ''}
            error={errorTexts.get(`${at}[phone]`)}
            onChange={(event) => onChange({ phone: event.target.value })}
          />
        </>
      )}
      <SelectField
        label={t('personLanguage')}
        name={`${at}[language]`}
        value={person.language ?? ''}
        error={errorTexts.get(`${at}[language]`)}
        onChange={({ target }) => onChange({ language: target.value as NonNullable<SendPerson['language']> })}
      >
        <option value="">
          {choice.language
            ? defaults('byDefault', { value: LANGUAGE_NAMES[choice.language] })
            : t('personLanguageOwn')}
        </option>
        {SIGNING_LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
