import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { endAccessAfterReset } from '../api/account-api.ts';
import type { GrantedAccess, ResetOutcome } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TimeText } from '../ui/time-text.tsx';
import {
  allOf,
  type ChosenAccess,
  countAccess,
  endedNames,
  NOTHING_CHOSEN,
  toggled,
} from './access-state.ts';

/** After a password reset: lists apps and API keys, which keep their access until the user ends it here. */
export function AccessReview({ outcome }: { outcome: ResetOutcome }) {
  const t = useText('account');
  const top = useRef<HTMLDivElement>(null);
  const focusTop = () => top.current?.focus();
  // The form that had the focus is unmounted.
  useEffect(focusTop, []);
  const review = useReview(outcome, focusTop);
  const { access, ended } = review;
  const isDone = countAccess(access) === 0;
  const title = ended.length > 0 ? t('accessEnded', { names: ended.join(', ') }) : t('resetDoneHow');
  return (
    <>
      <div ref={top} tabIndex={-1} className="outline-none">
        <Banner tone="done" title={title}>
          {isDone && t('accessNone')}
        </Banner>
      </div>
      {!isDone && (
        <section aria-labelledby="access-review" className="flex flex-col gap-4">
          <h2 id="access-review" className="text-20 font-semibold">
            {t('accessTitle')}
          </h2>
          <p className="text-muted">{t('accessLead')}</p>
          <AccessChoices {...review} />
          {review.isChoiceMissing && <Banner tone="stopped" title={t('accessChoose')} />}
          <ErrorBanner error={review.error} isFormless />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" busy={review.isEnding} onClick={() => review.end(review.chosen)}>
              {t('accessEndChosen')}
            </Button>
            <Button variant="danger" busy={review.isEnding} onClick={() => review.end(allOf(access))}>
              {t('accessEndAll')}
            </Button>
          </div>
        </section>
      )}
      <Link to="/sign-in" search={{}} className={buttonClass('primary')}>
        {t('signIn')}
      </Link>
    </>
  );
}

function useReview({ reviewToken, ...first }: ResetOutcome, onEnded: () => void) {
  const [access, setAccess] = useState<GrantedAccess>(first);
  const [ended, setEnded] = useState<string[]>([]);
  const [chosen, setChosen] = useState<ChosenAccess>(NOTHING_CHOSEN);
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const ending = useMutation({
    mutationFn: (choice: ChosenAccess) => endAccessAfterReset({ token: reviewToken, ...choice }),
    onSuccess: (left) => {
      setEnded([...ended, ...endedNames(access, left)]);
      setAccess(left);
      setChosen(NOTHING_CHOSEN);
      onEnded();
    },
  });
  const end = (choice: ChosenAccess) => {
    const isNothing = choice.appIds.length + choice.apiKeyIds.length === 0;
    setChoiceMissing(isNothing);
    if (!isNothing) ending.mutate(choice);
  };
  return {
    access,
    ended,
    chosen,
    setChosen,
    isChoiceMissing,
    end,
    isEnding: ending.isPending,
    error: ending.error,
  };
}

type AccessChoicesProps = {
  access: GrantedAccess;
  chosen: ChosenAccess;
  setChosen: (chosen: ChosenAccess) => void;
};

function AccessChoices({ access, chosen, setChosen }: AccessChoicesProps) {
  const t = useText('account');
  return (
    <>
      <AccessGroup legend={t('accessApps')}>
        {access.apps.map(({ id, name, ownerName, lastUseDate }) => (
          <AccessChoice
            key={id}
            name={name}
            whose={t('appOwner', { name: ownerName })}
            lastUseDate={lastUseDate}
            checked={chosen.appIds.includes(id)}
            onChange={() => setChosen(toggled(chosen, 'appIds', id))}
          />
        ))}
      </AccessGroup>
      <AccessGroup legend={t('accessKeys')}>
        {access.apiKeys.map(({ id, name, organizationName, hint, lastUseDate }) => (
          <AccessChoice
            key={id}
            name={name}
            whose={t('accessKeyOf', { organization: organizationName, hint })}
            lastUseDate={lastUseDate}
            checked={chosen.apiKeyIds.includes(id)}
            onChange={() => setChosen(toggled(chosen, 'apiKeyIds', id))}
          />
        ))}
      </AccessGroup>
    </>
  );
}

function AccessGroup({ legend, children }: { legend: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="font-medium">{legend}</legend>
      {children}
    </fieldset>
  );
}

type AccessChoiceProps = {
  name: string;
  whose: string;
  lastUseDate: number | null;
  checked: boolean;
  onChange: () => void;
};

function AccessChoice({ name, whose, lastUseDate, checked, onChange }: AccessChoiceProps) {
  const t = useText('account');
  return (
    <Checkbox
      label={<span className="break-words">{name}</span>}
      checked={checked}
      onChange={onChange}
      hint={
        <>
          {whose} ·{' '}
          {lastUseDate === null ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <TimeText seconds={lastUseDate} />
            </>
          )}
        </>
      }
    />
  );
}
