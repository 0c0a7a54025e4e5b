import { type ReactNode, useEffect, useRef } from 'react';
import type checkTexts from '../text/en/check.json';
import { sectionText, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { otherActText } from './act-notice-list.tsx';
import { goToPage } from './field-focus.ts';
import { HandoverSection } from './handover-section.tsx';
import { type ChangeCause, isOtherContent } from './preview-state.ts';
import type { SigningView } from './signing-view.ts';
import type { ActNotices } from './use-act-notices.ts';

/** Why the check has to be made once more. */
const useCheckText = sectionText(
  import.meta.glob<typeof checkTexts>('../text/*/check.json', { eager: true, import: 'default' }),
);

/** Another person has signed, so that what was checked is no longer what would be signed: who, and where to see it. */
export function OutdatedNotice({ notices }: { notices: ActNotices }) {
  const t = useText('signing');
  const { acts } = notices;
  const points = acts.flatMap(({ index, seenAt }) => (seenAt === null ? [] : [{ index, ...seenAt }]));
  return (
    <FocusedNotice
      title={acts.length > 0 ? acts.map((act) => otherActText(t, act)).join(' ') : t('review.outdatedTitle')}
      action={points.map(({ index, ...point }) => (
        <Button key={index} isSmall onClick={() => goToPage(point)}>
          {t('goTo.page', { page: point.page })}
        </Button>
      ))}
    >
      {t('review.outdated')}
    </FocusedNotice>
  );
}

/** What was checked is no longer what would be signed, for another reason. */
export function OtherContentNotice({ cause }: { cause: ChangeCause }) {
  const t = useCheckText();
  return (
    <FocusedNotice title={t(isOtherContent(cause) ? 'changedTitle' : 'againTitle')}>
      {t(`causes.${cause}`)} {t('remedy')}
    </FocusedNotice>
  );
}

/** What was checked is still what would be signed, but something else is missing. */
export function ProofNotice() {
  const t = useText('signing');
  const check = useCheckText();
  return (
    <FocusedNotice title={t('review.failed')}>
      {check('proofMissing')} {t('review.safe')}
    </FocusedNotice>
  );
}

/** The level needs a key of this browser, which cannot hold one. */
export function NoKeyNotice({ view }: { view: SigningView }) {
  const t = useText('signing');
  return (
    <FocusedNotice title={t('ownKey.missing')} action={<HandoverSection view={view} />}>
      {t('ownKey.missingHelp')}
    </FocusedNotice>
  );
}

interface FocusedNoticeProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Takes the focus, wherever the person is on the page: finishing has to wait for it. */
function FocusedNotice({ title, action, children }: FocusedNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={ref} tabIndex={-1} className="mt-3 mb-4 outline-none">
      <Banner tone="waiting" title={title} action={action}>
        {children}
      </Banner>
    </div>
  );
}
