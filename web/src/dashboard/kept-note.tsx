import { RotateCw } from 'lucide-react';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { formatClock } from '../ui/format-time.ts';
import type { KeepState } from './keep-unfinished.ts';

type KeptNoteProps = { state: KeepState; onRetry: () => void; onTake: () => void; onOverwrite: () => void };

/** Whether what is entered is saved, and what can be done where it is not. */
export function KeptNote({ state, onRetry, onTake, onOverwrite }: KeptNoteProps) {
  const t = useText('send');
  if (state.is === 'conflict') {
    return (
      <Banner tone="waiting" title={t('otherWindow')}>
        <p>{t('otherWindowWhat')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={onTake}>{t('takeOther')}</Button>
          <Button onClick={onOverwrite}>{t('keepThis')}</Button>
        </div>
      </Banner>
    );
  }
  if (state.is === 'failed') {
    return (
      <Banner tone="waiting" title={t('notSaved')}>
        {state.message && <p>{state.message}</p>}
        <p>{t('notSavedWhat')}</p>
        <Button icon={RotateCw} className="mt-3" onClick={onRetry}>
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
