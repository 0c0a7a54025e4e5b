import type { Seal } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { TimeText } from '../ui/time-text.tsx';

/** The level that was reached and its timestamp authority, with what they do not prove. */
export function SealText({ seal, isFull }: { seal: Seal; isFull?: boolean }) {
  const t = useText('documents');
  const { authority, isInternal, serial, date } = seal.timestamp;
  return (
    <div className="max-w-text text-14 text-muted">
      <p>{t('seal.level', { level: seal.level })}</p>
      <p>
        {t('seal.by', { authority })} <TimeText seconds={date} />
      </p>
      {isFull ? (
        <p>{t(isInternal ? 'seal.internal' : 'seal.external')}</p>
      ) : (
        <p className="font-mono text-13">{t('seal.serial', { serial })}</p>
      )}
    </div>
  );
}
