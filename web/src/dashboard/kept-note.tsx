import { RotateCw } from 'lucide-react';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { formatClock } from '../ui/format-time.ts';
import type { KeepState, UnfinishedKeeper } from './keep-unfinished.ts';

type KeptNoteProps = { state: KeepState; keeper: UnfinishedKeeper; takeOther: () => void };

/** Whether what is entered is saved, and what can be done where it is not. */
export function KeptNote({ state, keeper, takeOther }: KeptNoteProps) {
  const t = useText('send');
  if (state.is === 'conflict') {
    return (
      <Banner tone="waiting" title={t('otherWindow')}>
        <p>{t('otherWindowWhat')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={takeOther}>{t('takeOther')}</Button>
          <Button onClick={() => void keeper.overwrite().catch(() => {})}>{t('keepThis')}</Button>
        </div>
      </Banner>
    );
  }
  if (state.is === 'failed') {
    return (
      <Banner tone="waiting" title={t('notSaved')}>
        {state.message && <p>{state.message}</p>}
        <p>{t('notSavedWhat')}</p>
        <Button icon={RotateCw} className="mt-3" onClick={() => void keeper.flush()}>
          {t('saveAgain')}
        </Button>
      </Banner>
    );
  }
  if (state.is === 'unsaved') return null;
  const time = state.is === 'saved' ? formatClock(state.at, currentLanguage()) : '';
  return (
    <p className="text-13 text-muted">{state.is === 'saved' ? t('savedAt', { time }) : t('savingInput')}</p>
  );
}
