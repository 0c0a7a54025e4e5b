import { useEffect, useState } from 'react';
import { type DeviceMarks, readDeviceAnswer, writeDeviceAnswer } from '../api/device-marks.ts';
import { Button } from '../ui/button.tsx';
import { useDeviceText } from './device-texts.ts';
import { OfferedImage } from './offered-image.tsx';
import type { NewSignatureImage, SignatureKind } from './signing-view.ts';

interface DeviceImageProps {
  readonly kind: SignatureKind;
  readonly email: string;
  readonly fieldCount: number;
  readonly onApply: (image: NewSignatureImage, isForAll: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** The signature that a guest has kept in this browser. Without storage nothing is offered, and signing goes on. */
export function DeviceImage({ kind, email, fieldCount, onApply, onClose }: DeviceImageProps) {
  const t = useDeviceText();
  const [marks, setMarks] = useState<DeviceMarks | null>(null);
  const [isForgotten, setForgotten] = useState(false);
  useEffect(() => {
    readDeviceAnswer(email).then(
      (answer) => setMarks(typeof answer === 'object' ? answer : null),
      () => setMarks(null),
    );
  }, [email]);
  const mark = marks?.[kind] ?? null;
  if (mark === null) return null;
  const write = (answer: DeviceMarks | null) =>
    writeDeviceAnswer(email, answer).then(
      () => setForgotten(answer === null),
      () => undefined,
    );
  if (isForgotten)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
        <p role="status" className="text-14 text-muted">
          {t('forgotten')}
        </p>
        <Button autoFocus className="px-3 text-14" onClick={() => void write(marks)}>
          {t('undo')}
        </Button>
      </div>
    );
  return (
    <OfferedImage
      url={`data:image/png;base64,${mark.png}`}
      label={t('onDevice')}
      useLabel={t(`use_${kind}`)}
      onUse={() => onApply(mark, fieldCount > 1)}
      onClose={onClose}
    >
      <Button variant="quiet" className="px-3 text-14" onClick={() => void write(null)}>
        {t('forget')}
      </Button>
    </OfferedImage>
  );
}
