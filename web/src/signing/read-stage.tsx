import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ReadingFrame } from './reading-frame.tsx';
import { ActionBar } from './signing-frame.tsx';
import type { SigningView } from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface ReadStageProps {
  readonly view: SigningView;
  readonly signing: SigningFields;
  readonly onBack: () => void;
}

/** The document without its fields, to be read before anything is agreed to. */
export function ReadStage({ view, signing, onBack }: ReadStageProps) {
  const t = useText('signing');
  const withoutFields = useMemo(() => ({ ...signing, fields: [] }), [signing]);
  return (
    <ReadingFrame
      view={view}
      signing={withoutFields}
      bar={({ shown }) => (
        <ActionBar label={t('bar.label')}>
          <Button variant="primary" onClick={onBack}>
            {t('bar.back')}
          </Button>
          {shown !== undefined && (
            <a
              href={shown.downloadUrl}
              download
              aria-label={t('view.downloadDocument', { name: shown.downloadName })}
              className={`${buttonClass('plain')} ms-auto`}
            >
              <Download aria-hidden size={18} className="shrink-0" />
              {t('cover.download')}
            </a>
          )}
        </ActionBar>
      )}
    />
  );
}
