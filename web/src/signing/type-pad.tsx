import '@fontsource/caveat/index.css';
import '@fontsource/great-vibes/index.css';
import '@fontsource/marck-script/index.css';
import '@fontsource/mynerve/index.css';
import { type CSSProperties, useId, useMemo } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/text-field.tsx';
import { unwritableIn } from './signature-canvas.ts';
import { fontsFor, handwritingFonts, hasGlyphsFor, systemFont } from './signature-image-state.ts';
import type { SignatureKind } from './signing-view.ts';

export interface Typed {
  readonly text: string;
  /** Null until one is chosen; then the first font that has the letters is used. */
  readonly family: string | null;
}

interface TypePadProps {
  readonly kind: SignatureKind;
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
}

/** A signature by keyboard: a name in a handwriting font, each with a preview. */
export function TypePad({ kind, typed, onTyped }: TypePadProps) {
  const t = useText('signing');
  const group = useId();
  const unwritable = useMemo(() => unwritableIn(typed.text), [typed.text]);
  const able = fontsFor(typed.text);
  const shown = able.includes(systemFont) ? [systemFont] : handwritingFonts;
  const family = (able.find((font) => font.family === typed.family) ?? able[0])?.family;
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={t(kind === 'initials' ? 'signatureDialog.typeInitialsLabel' : 'signatureDialog.typeLabel')}
        value={typed.text}
        maxLength={80}
        dir="auto"
        autoComplete={kind === 'initials' ? 'off' : 'name'}
        error={unwritable.length > 0 ? t('error.missing', { characters: unwritable.join(' ') }) : undefined}
        onChange={(event) => onTyped({ ...typed, text: event.target.value })}
      />
      <fieldset>
        <legend className="mb-1 text-14 font-medium">{t('signatureDialog.font')}</legend>
        <div className="grid grid-cols-2 gap-2">
          {shown.map((font) => {
            const isAble = font === systemFont || hasGlyphsFor(font, typed.text);
            return (
              <label
                key={font.family}
                className={classNames(
                  'font-choice',
                  font.family === family && 'font-choice-chosen',
                  !isAble && 'font-choice-disabled',
                )}
              >
                <input
                  type="radio"
                  name={group}
                  aria-label={font.family}
                  checked={font.family === family}
                  disabled={!isAble}
                  onChange={() => onTyped({ ...typed, family: font.family })}
                  className="sr-only"
                />
                {isAble ? (
                  <span dir="auto" className="font-choice-text" style={fontStyle(font.family, typed.text)}>
                    {typed.text.trim() || font.family}
                  </span>
                ) : (
                  <span className="text-13">
                    {font.family}: {t('signatureDialog.fontCannot')}
                  </span>
                )}
              </label>
            );
          })}
        </div>
      </fieldset>
    </div>
  );
}

/** Sets long names smaller, so that each preview fits. */
function fontStyle(family: string, text: string): CSSProperties & Record<'--letters', number> {
  return { fontFamily: `"${family}", sans-serif`, '--letters': Math.max(8, text.trim().length) };
}
