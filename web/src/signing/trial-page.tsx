import { Eye, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type english from '../text/en/trial.json';
import { currentLanguage, sectionText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { SigningFrame } from './signing-frame.tsx';
import { SigningPage } from './signing-page.tsx';
import { createTrialApi, type Trial, type TrialEnd, trialIn } from './trial-api.ts';

/** Of the same file: apart from it, it would split what a signer waits for into many. */
export { BrandPreview } from './brand-preview.tsx';

const useTrialText = sectionText(
  import.meta.glob<typeof english>('../text/*/trial.json', { eager: true, import: 'default' }),
);

/** The signing page as a recipient will see it, for its sender; nothing is saved or sent. */
export function TrialPage() {
  const [end, setEnd] = useState<TrialEnd | null>(null);
  const trial = useMemo(() => trialIn(location.pathname), []);
  const api = useMemo(
    () => (trial === null ? null : createTrialApi({ trial, language: currentLanguage, onEnd: setEnd })),
    [trial],
  );
  if (trial === null || api === null) return <SigningPage />;
  return (
    <>
      <TrialBanner trial={trial} />
      {end === null ? <SigningPage givenApi={api} /> : <TrialEndPage end={end} trial={trial} />}
    </>
  );
}

function TrialBanner({ trial: { back, isOfTable } }: { trial: Trial }) {
  const t = useTrialText();
  return (
    <aside
      aria-label={t('title')}
      className="flex flex-wrap items-center gap-x-3 border-b border-line bg-accent-wash px-4 py-1 text-14 print:hidden"
    >
      <Eye aria-hidden size={18} className="shrink-0 text-accent" />
      <p className="min-w-48 flex-1">
        <strong className="font-semibold">{t('title')}.</strong> {t('nothing')}
      </p>
      <a href={back} className="link touch inline-flex items-center">
        {t(isOfTable ? 'backToTable' : 'back')}
      </a>
    </aside>
  );
}

function TrialEndPage({ end, trial: { back, isOfTable } }: { end: TrialEnd; trial: Trial }) {
  const t = useTrialText();
  return (
    <SigningFrame title={t('end')}>
      <p className="mt-3 max-w-text text-muted">{t(`after_${end}`)}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={back} className={buttonClass('primary')}>
          {t(isOfTable ? 'backToTable' : 'back')}
        </a>
        <Button icon={RefreshCw} onClick={() => location.reload()}>
          {t('again')}
        </Button>
      </div>
    </SigningFrame>
  );
}
