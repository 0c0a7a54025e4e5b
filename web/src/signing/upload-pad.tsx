import { ImageUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { isPicture, pictureCanvas, pngOf } from './signature-canvas.ts';
import { uploadBytesMax } from './signature-image-state.ts';

export interface Chosen {
  readonly file: File | null;
  readonly isPaperTransparent: boolean;
}

interface UploadPadProps {
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
  readonly onProblem: (message: string | null) => void;
}

/** A photographed or scanned signature, with a preview. */
export function UploadPad({ chosen, onChosen, onProblem }: UploadPadProps) {
  const t = useText('signing');
  const { preview, isUnreadable } = usePreview(chosen);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const isGood = await isPicture(file);
    if (!isGood) onProblem(t('signatureDialog.badFile'));
    else if (file.size > uploadBytesMax) onProblem(t('signatureDialog.bigFile'));
    else {
      onProblem(null);
      onChosen({ ...chosen, file });
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <label
        className="upload-drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <input
          type="file"
          accept="image/png,image/jpeg"
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // So that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        {preview === null ? (
          <>
            <ImageUp aria-hidden size={24} strokeWidth={1.5} />
            <span className="font-medium">{t('signatureDialog.choose')}</span>
            <span className="text-13">{t('signatureDialog.chooseHint')}</span>
          </>
        ) : (
          <>
            <img
              src={preview}
              alt={t('signatureDialog.preview')}
              className="max-h-36 max-w-full object-contain"
            />
            <span className="sr-only">{t('signatureDialog.choose')}</span>
          </>
        )}
      </label>
      {isUnreadable && (
        <p role="alert" className="text-14 text-stopped">
          {t('signatureDialog.badFile')}
        </p>
      )}
      <Checkbox
        label={t('signatureDialog.whiten')}
        checked={chosen.isPaperTransparent}
        onChange={(event) => onChosen({ ...chosen, isPaperTransparent: event.target.checked })}
      />
    </div>
  );
}

function usePreview({ file, isPaperTransparent }: Chosen) {
  const [preview, setPreview] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setPreview(null);
    setUnreadable(false);
    if (file === null) return;
    pictureCanvas(file, isPaperTransparent).then(
      (canvas) => {
        const png = pngOf(canvas);
        if (isCurrent && png !== null) setPreview(`data:image/png;base64,${png}`);
      },
      () => isCurrent && setUnreadable(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, isPaperTransparent]);
  return { preview, isUnreadable };
}
