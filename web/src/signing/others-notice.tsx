import { useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { actedSince, type OtherAct } from './others-state.ts';
import type { PagePoint } from './signing-state.ts';
import type { SigningView } from './signing-view.ts';

export interface Others {
  readonly acts: readonly OtherAct[];
  readonly hide: (act: OtherAct) => void;
}

/** What others have done since this page was opened, and which of it the person has put aside. */
export function useOthers(view: SigningView): Others {
  const first = useRef(view);
  const [seen, setSeen] = useState<readonly number[]>([]);
  return {
    acts: actedSince(first.current, view).filter(({ index }) => !seen.includes(index)),
    hide: ({ index }) => setSeen((before) => [...before, index]),
  };
}

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
        const { name, type, place } = act;
        return (
          <Banner
            key={act.index}
            tone="info"
            title={
              place === null
                ? t(`others.${type}`, { name })
                : t('others.signPage', { name, page: place.page })
            }
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
