import { Check } from 'lucide-react';
import { useText } from '../text/start-text.ts';

/** Shows that settings are being saved or are saved. */
export function SaveIndicator({ isSaving, isSaved }: { isSaving: boolean; isSaved: boolean }) {
  const t = useText('ui');
  return (
    <p role="status" className="flex min-h-6 items-center gap-1.5 text-14 text-muted">
      {isSaving && t('saving')}
      {!isSaving && isSaved && (
        <>
          <Check aria-hidden size={16} className="text-done" />
          {t('saved')}
        </>
      )}
    </p>
  );
}
