import type { ProviderTrial } from '../api/wire.ts';
import { SaidSentence } from '../text/said-sentence.tsx';
import { useText } from '../text/start-text.ts';

type TrialResultProps = {
  trial: ProviderTrial;
  /** Default: whether people can sign with it. */
  verdict?: string;
};

/** What was found when a provider was tried. */
export function TrialResult({ trial: { usable, findings }, verdict }: TrialResultProps) {
  const t = useText('providers');
  return (
    <div className="flex max-w-text flex-col gap-2 rounded-paper border border-line bg-surface p-4 text-14">
      <p className={usable ? 'font-semibold text-done' : 'font-semibold text-stopped'}>
        {verdict ?? t(usable ? 'usable' : 'notUsable')}
      </p>
      <ul aria-label={t('found')} className="flex flex-col gap-1">
        {findings.map(({ ok, text }) => (
          <li key={text}>
            <span className={ok ? 'font-medium text-done' : 'font-medium text-stopped'}>
              {t(ok ? 'well' : 'bad')}
            </span>{' '}
            <SaidSentence text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
