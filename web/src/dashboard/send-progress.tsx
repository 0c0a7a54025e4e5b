import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';

/** Upload progress; while the server checks the file, the upload can no longer be stopped. */
export function SendProgress({ sent, total, onStop }: { sent: number; total: number; onStop: () => void }) {
  const t = useText('send');
  const language = currentLanguage();
  const isUploaded = total > 0 && sent >= total;
  return (
    <div className="flex flex-col gap-3 rounded-paper border border-line bg-surface p-4">
      <p role="status" className="font-medium">
        {isUploaded ? t('checking') : t('uploading')}
      </p>
      <ProgressBar label={t('uploading')} done={sent} total={total} />
      <p className="text-14 text-muted tabular-nums">
        {t('bytes', { sent: formatBytes(sent, language), total: formatBytes(total, language) })}
      </p>
      {!isUploaded && <Button onClick={onStop}>{t('stop')}</Button>}
    </div>
  );
}
