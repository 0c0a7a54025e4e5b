import { type ReactNode, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { FormView } from './form-view.tsx';
import { ReadingFrame } from './reading-frame.tsx';
import { SigningBar, type SigningBarProps } from './signing-bar.tsx';
import { useBoxInSight } from './use-box-in-sight.ts';

type Mode = 'pages' | 'form';

interface DocumentStageProps extends SigningBarProps {
  readonly notice: ReactNode;
}

/** The document, as pages or as a form, with the bar below. */
export function DocumentStage({ notice, ...props }: DocumentStageProps) {
  const { view, signing } = props;
  const [mode, setMode] = useState<Mode>('pages');
  useBoxInSight();
  return (
    <ReadingFrame
      view={view}
      signing={signing}
      notice={notice}
      tools={signing.fields.length > 0 && <ModeChoice mode={mode} onMode={setMode} />}
      form={mode === 'form' ? <FormView documents={view.documents} signing={signing} /> : null}
      bar={(position) => <SigningBar {...props} {...position} />}
    />
  );
}

function ModeChoice({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const t = useText('signing');
  return (
    <fieldset className="flex shrink-0 rounded-paper border border-edge p-0.5">
      <legend className="sr-only">{t('view.mode')}</legend>
      {(['pages', 'form'] as const).map((each) => (
        <label
          key={each}
          className={classNames(
            'mode-choice flex min-h-10 items-center rounded-[6px] px-2 text-14 font-medium sm:px-2.5',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent',
            mode === each ? 'bg-accent-wash text-accent' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="signing-mode"
            checked={mode === each}
            onChange={() => onMode(each)}
            className="sr-only"
          />
          {t(`view.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}
