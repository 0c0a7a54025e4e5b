import { FOLLOWER_TIMES, LIMITS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Trash2, UserPlus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { randomKey } from '../api/random-key.ts';
import { LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { ContactField } from './contact-field.tsx';
import type { SendFollower } from './follower-state.ts';

type FollowerListProps = {
  followers: SendFollower[];
  /** Whose requests can be copied. */
  people: readonly { name: string; email: string }[];
  errorTexts: Map<string, string>;
  workspaceId: number | undefined;
  onChange: (followers: SendFollower[]) => void;
  /** What is said of them; of a document, who sees them. */
  hint?: string;
  /** Without its heading, where a dialog has one. */
  isBare?: boolean;
};

/** Who gets copies and has nothing to sign: name, address, when, and of whose request. */
export function FollowerList(props: FollowerListProps) {
  const { followers, people, errorTexts, workspaceId, onChange, isBare = false } = props;
  const t = useText('followers');
  const { hint = t('hint') } = props;
  const showToast = useToast();
  const heading = useId();
  const list = useFocusOnAdded(followers);
  const change = (key: string, more: Partial<SendFollower>) =>
    onChange(followers.map((each) => (each.key === key ? { ...each, ...more } : each)));
  const remove = (key: string) => {
    onChange(followers.filter((each) => each.key !== key));
    showToast({ text: t('removed'), undo: () => onChange(followers) });
  };
  const add = () => {
    const empty = { name: '', email: '', language: '', when: 'both', of: '' } as const;
    onChange([...followers, { key: randomKey(), ...empty }]);
  };
  return (
    <section aria-labelledby={isBare ? undefined : heading} className="flex flex-col gap-3">
      {!isBare && (
        <div>
          <h2 id={heading} className="text-20 font-semibold">
            {t('title')}
          </h2>
          <p className="text-14 text-muted">{hint}</p>
        </div>
      )}
      {errorTexts.get('followers') && <p className="text-14 text-stopped">{errorTexts.get('followers')}</p>}
      <ul ref={list} className="flex flex-col gap-6 empty:hidden">
        {followers.map((follower, index) => (
          <li key={follower.key} className="flex items-start gap-2">
            <FollowerFields
              {...{ follower, people, errorTexts, workspaceId }}
              at={`followers[${index}]`}
              onChange={(more) => change(follower.key, more)}
            />
            <IconButton
              icon={Trash2}
              label={follower.name ? t('remove', { name: follower.name }) : t('removeUnnamed')}
              className="mt-[26px]"
              onClick={() => remove(follower.key)}
            />
          </li>
        ))}
      </ul>
      {followers.length < LIMITS.workflowFollowersMax && (
        <Button variant="quiet" icon={UserPlus} className="-ms-4 self-start text-accent" onClick={add}>
          {t('add')}
        </Button>
      )}
    </section>
  );
}

type FollowerFieldsProps = Pick<FollowerListProps, 'errorTexts' | 'people' | 'workspaceId'> & {
  follower: SendFollower;
  at: string;
  onChange: (change: Partial<SendFollower>) => void;
};

function FollowerFields({ follower, people, at, errorTexts, workspaceId, onChange }: FollowerFieldsProps) {
  const t = useText('followers');
  return (
    <div className="grid min-w-0 grow gap-3 sm:grid-cols-2">
      {(['name', 'email'] as const).map((kind) => (
        <ContactField
          key={kind}
          kind={kind}
          label={t(kind)}
          name={`${at}[${kind}]`}
          person={follower}
          error={errorTexts.get(`${at}[${kind}]`)}
          onChange={({ name, email, language }) =>
            onChange({
              ...(name === undefined ? {} : { name }),
              ...(email === undefined ? {} : { email }),
              ...(language === undefined ? {} : { language }),
            })
          }
          onPeople={([first]) => first && onChange({ name: first.name, email: first.email })}
          workspaceId={workspaceId}
        />
      ))}
      <SelectField
        label={t('when')}
        name={`${at}[when]`}
        value={follower.when}
        onChange={({ target }) => onChange({ when: target.value as SendFollower['when'] })}
      >
        {FOLLOWER_TIMES.map((when) => (
          <option key={when} value={when}>
            {t(`times.${when}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('language')}
        name={`${at}[language]`}
        value={follower.language}
        onChange={({ target }) => onChange({ language: target.value as SendFollower['language'] })}
      >
        <option value="">{t('languageOwn')}</option>
        {SIGNING_LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
      {people.length > 0 && (
        <SelectField
          label={t('of')}
          name={`${at}[of]`}
          value={people.find(({ email }) => email.toLowerCase() === follower.of.toLowerCase())?.email ?? ''}
          error={errorTexts.get(`${at}[of]`)}
          onChange={({ target }) => onChange({ of: target.value })}
        >
          <option value="">{t('ofStart')}</option>
          {people.map(({ name, email }) => (
            <option key={email} value={email}>
              {t('ofPerson', { name })}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** Moves the focus to a row that was added. */
function useFocusOnAdded(followers: readonly SendFollower[]) {
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(followers.length);
  useEffect(() => {
    const isAdded = followers.length > count.current;
    count.current = followers.length;
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('input[name$="[name]"]');
    if (isAdded) inputs?.[inputs.length - 1]?.focus();
  }, [followers.length]);
  return list;
}
