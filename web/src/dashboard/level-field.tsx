import { WORKFLOW_TYPES, type WorkflowType } from '@paraph/domain';
import { useId } from 'react';
import type { LevelOffers } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { isPermitted, isSandboxOffered, missingOf } from './level-state.ts';

type LevelFieldProps = {
  type: WorkflowType;
  offers: LevelOffers | undefined;
  error: string | undefined;
  /** Who has set it, in words. */
  source?: string | null | undefined;
  onChange: (type: WorkflowType) => void;
};

/** The level of the signatures, each with its effect and its cost; a level that is not offered says what it lacks. */
export function LevelField({ type, offers, error, source, onChange }: LevelFieldProps) {
  const t = useText('send');
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-20 font-semibold">{t('level')}</legend>
      <p className="text-14 text-muted">
        {t('levelHint')}{' '}
        <a href="/docs/levels" target="_blank" rel="noreferrer" className="link">
          {t('levelDocs')}
        </a>
      </p>
      {source && <p className="text-14 text-muted">{source}</p>}
      {WORKFLOW_TYPES.map((each) => (
        <LevelOption
          key={each}
          type={each}
          isChosen={each === type}
          missing={missingOf(each, offers)}
          isPermitted={isPermitted(each, offers)}
          isSandbox={isSandboxOffered(each, offers)}
          onChoose={() => onChange(each)}
        />
      ))}
      {error && <p className="text-13 text-stopped">{error}</p>}
    </fieldset>
  );
}

type LevelOptionProps = {
  type: WorkflowType;
  isChosen: boolean;
  missing: string | null;
  isPermitted: boolean;
  isSandbox: boolean;
  onChoose: () => void;
};

function LevelOption({ type, isChosen, missing, isPermitted, isSandbox, onChoose }: LevelOptionProps) {
  const t = useText('send');
  const id = useId();
  const isOffered = missing === null && isPermitted;
  const level = t(`levels.${type}`);
  return (
    <div className="flex items-start gap-3 py-2">
      <input
        id={id}
        type="radio"
        name="type"
        value={type}
        checked={isChosen}
        disabled={!isOffered}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="flex max-w-text flex-col">
        <label htmlFor={id} className={classNames('font-medium', !isOffered && 'text-muted')}>
          {isSandbox ? t('levelBySandbox', { level }) : level}
        </label>
        <span id={`${id}-hint`} className="flex flex-col text-13 text-muted">
          <span>{t(`levelEffect.${type}`)}</span>
          <span>{t(`levelCost.${type}`)}</span>
          {!isPermitted && <span>{t('levelNotPermitted')}</span>}
          {isPermitted && missing !== null && missing !== '' && <span>{t('levelMissing', { missing })}</span>}
        </span>
      </div>
    </div>
  );
}
