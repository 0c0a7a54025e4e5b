import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import type english from '../text/en/trial.json';
import { currentLanguage, onLanguageChange, sectionText } from '../text/start-text.ts';
import { Announcer } from './announcer.tsx';
import { BrandShown } from './brand.tsx';
import { Cover } from './cover.tsx';
import { LoadFailure } from './load-failure.tsx';
import { jsonRequest, linkIn, sendTo } from './signing-api.ts';
import type { SigningView } from './signing-view.ts';
import { StageLoader } from './stage-loader.tsx';

const useTrialText = sectionText(
  import.meta.glob<typeof english>('../text/*/trial.json', { eager: true, import: 'default' }),
);

/** The first and the last page of signing by the draft of a brand, for administrators; nothing is sent or signed. */
export function BrandPreview() {
  const { view, hasFailed } = usePreview();
  const [isEnd, setEnd] = useState(false);
  if (hasFailed) return <LoadFailure />;
  if (view === null) return null;
  const nothing = () => undefined;
  return (
    <Announcer>
      <BrandShown view={view}>
        <PreviewBanner isEnd={isEnd} onTurn={() => setEnd(!isEnd)} />
        {isEnd ? (
          <StageLoader>
            {({ EndPage }) => (
              <EndPage view={endOf(view)} isElsewhere={false} isHere={false} onCheckAgain={nothing} />
            )}
          </StageLoader>
        ) : (
          <Cover
            view={view}
            isTrial={true}
            progress={null}
            onStart={() => setEnd(true)}
            onRead={nothing}
            onDecline={nothing}
            onReassign={nothing}
            onConsent={async () => true}
            onName={async () => undefined}
          />
        )}
      </BrandShown>
    </Announcer>
  );
}

function usePreview() {
  const [view, setView] = useState<SigningView | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const load = async () => {
      const url = `/api/v1/organization/brand/signing?organizationId=${linkIn(location.pathname)}`;
      const request = jsonRequest('GET', undefined, { 'Accept-Language': currentLanguage() });
      const answer = await sendTo(fetch.bind(globalThis), url, request);
      setView((await answer.json()) as SigningView);
    };
    const start = () => void load().catch(() => setFailed(true));
    start();
    return onLanguageChange(start);
  }, []);
  return { view, hasFailed };
}

/** As it is once the person has signed. */
function endOf(view: SigningView): SigningView {
  const actedAt = Math.floor(Date.now() / 1000);
  const people = view.people.map((each) => ({ ...each, status: 'signed' as const }));
  return { ...view, state: 'done', action: { ...view.action, status: 'signed', actedAt }, people };
}

function PreviewBanner({ isEnd, onTurn }: { isEnd: boolean; onTurn: () => void }) {
  const t = useTrialText();
  return (
    <aside
      aria-label={t('brandTitle')}
      className="flex flex-wrap items-center gap-x-4 border-b border-line bg-accent-wash px-4 py-1 text-14"
    >
      <Eye aria-hidden size={18} className="shrink-0 text-accent" />
      <p className="min-w-48 flex-1">
        <strong className="font-semibold">{t('brandTitle')}.</strong> {t('brandNothing')}
      </p>
      <button type="button" onClick={onTurn} className="link touch">
        {t(isEnd ? 'brandFirst' : 'brandLast')}
      </button>
      <a href="/account/organization/appearance" className="link touch inline-flex items-center">
        {t('brandBack')}
      </a>
    </aside>
  );
}
