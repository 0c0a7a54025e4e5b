import { useCallback, useEffect, useState } from 'react';
import { currentLanguage } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatClock } from '../ui/format-time.ts';
import { QrPicture } from '../ui/qr-picture.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { createHandover, type Handover } from './handover-api.ts';
import { reachOf } from './handover-state.ts';
import { useHandoverText } from './handover-texts.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import { SubmitError } from './submit-error.tsx';

interface HandoverDialogProps {
  readonly link: string;
  readonly senderName: string;
  /** The other browser has to make a key, for which its page has to be secured. */
  readonly needsKey: boolean;
  readonly onClose: () => void;
}

/** An address that opens this session on another device, as a QR code and as text. */
export function HandoverDialog({ link, senderName, needsKey, onClose }: HandoverDialogProps) {
  const t = useHandoverText();
  const { handover, error, isOver, makeAgain } = useHandover(link);
  const reach = handover === null ? 'all' : reachOf(handover.url);
  const isUseless = reach === 'insecure' && needsKey;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      description={isUseless ? undefined : t('lead')}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <SubmitError error={error} action={<Button onClick={makeAgain}>{t('retry')}</Button>} />
      {handover === null && error === null && <Skeleton lines={6} />}
      {isUseless && (
        <Banner tone="waiting" title={t('insecure')}>
          {t('insecureHelp', { sender: senderName })}
        </Banner>
      )}
      {handover !== null && !isUseless && isOver && (
        <Banner
          tone="waiting"
          title={t('over')}
          action={
            <Button isSmall onClick={makeAgain}>
              {t('again')}
            </Button>
          }
        />
      )}
      {handover !== null && !isUseless && !isOver && (
        <>
          {reach === 'local' && (
            <Banner tone="info" title={t('local', { host: new URL(handover.url).host })}>
              {t('localHelp')}
            </Banner>
          )}
          <HandoverAddress handover={handover} />
        </>
      )}
    </Dialog>
  );
}

function HandoverAddress({ handover: { url, expiryDate } }: { handover: Handover }) {
  const t = useHandoverText();
  return (
    <>
      <QrPicture text={url} label={t('picture')} />
      <CopyField
        label={t('address')}
        value={url}
        words={{ copy: t('copy'), copied: t('copied'), copyFailed: t('copyFailed') }}
      />
      <p className="text-14 text-muted">{t('until', { time: formatClock(expiryDate, currentLanguage()) })}</p>
    </>
  );
}

/** One address at a time; it is over when its time is. */
function useHandover(link: string) {
  const [handover, setHandover] = useState<Handover | null>(null);
  const [error, setError] = useState<SigningError | null>(null);
  const [isOver, setOver] = useState(false);
  const make = useCallback(async () => {
    setError(null);
    try {
      setHandover(await createHandover(link));
      setOver(false);
    } catch (cause) {
      setError(toSigningError(cause));
    }
  }, [link]);
  useEffect(() => void make(), [make]);
  useEffect(() => {
    if (handover === null) return;
    const timer = setTimeout(() => setOver(true), Math.max(0, handover.expiryDate * 1000 - Date.now()));
    return () => clearTimeout(timer);
  }, [handover]);
  return { handover, error, isOver, makeAgain: () => void make() };
}
