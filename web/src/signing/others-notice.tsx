import { type TextOf, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { OtherAct } from './others-state.ts';
import type { PagePoint } from './signing-state.ts';
import type { Others } from './use-others.ts';

interface OthersNoticeProps {
  readonly others: Others;
  readonly onGo: (place: PagePoint) => void;
}

/** Says it in words, and where to see it. */
export function OthersNotice({ others, onGo }: OthersNoticeProps) {
  const t = useText('signing');
  return (
    <div role="status" className="others-notice">
      {others.acts.map((act) => {
        const { place } = act;
        return (
          <Banner
            key={act.index}
            tone="info"
            title={otherActText(t, act)}
            action={
              <div className="flex flex-wrap gap-2">
                {place !== null && (
                  <Button
                    isSmall
                    onClick={() => {
                      others.hide(act);
                      onGo(place);
                    }}
                  >
                    {t('goTo.page', { page: place.page })}
                  </Button>
                )}
                <Button isSmall variant="quiet" onClick={() => others.hide(act)}>
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

export function otherActText(t: TextOf, { name, type, place }: OtherAct): string {
  return place === null ? t(`others.${type}`, { name }) : t('others.signPage', { name, page: place.page });
}
