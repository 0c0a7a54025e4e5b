import { type TextOf, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { OtherAct } from './other-acts-state.ts';
import type { PagePoint } from './signing-state.ts';
import type { ActNotices } from './use-act-notices.ts';

interface ActNoticeListProps {
  readonly notices: ActNotices;
  readonly onGo: (point: PagePoint) => void;
}

/** Says it in words, and where to see it. */
export function ActNoticeList({ notices, onGo }: ActNoticeListProps) {
  const t = useText('signing');
  return (
    <div role="status" className="others-notice">
      {notices.acts.map((act) => {
        const { seenAt } = act;
        return (
          <Banner
            key={act.index}
            tone="info"
            title={otherActText(t, act)}
            action={
              <div className="flex flex-wrap gap-2">
                {seenAt !== null && (
                  <Button
                    isSmall
                    onClick={() => {
                      notices.hide(act);
                      onGo(seenAt);
                    }}
                  >
                    {t('goTo.page', { page: seenAt.page })}
                  </Button>
                )}
                <Button isSmall variant="quiet" onClick={() => notices.hide(act)}>
                  {t('others.hide')}
                </Button>
              </div>
            }
          />
        );
      })}
    </div>
  );
}

export function otherActText(t: TextOf, { name, type, seenAt }: OtherAct): string {
  return seenAt === null ? t(`others.${type}`, { name }) : t('others.signPage', { name, page: seenAt.page });
}
