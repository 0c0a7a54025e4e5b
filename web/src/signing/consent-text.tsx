import { Download, Printer } from 'lucide-react';
import type { RefObject } from 'react';
import { withoutIsolation } from '../text/sentence-state.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { SigningView } from './signing-view.ts';

interface ConsentTextProps {
  readonly consent: SigningView['consent'];
  readonly senderEmail: string;
  readonly organization: string;
  readonly isTicked: boolean;
  readonly error: string | null;
  readonly boxRef: RefObject<HTMLInputElement | null>;
  readonly onTick: (isOn: boolean) => void;
}

/** The consent text, with buttons to print and download it, the checkbox, and how to refuse. */
export function ConsentText({
  consent,
  senderEmail,
  organization,
  isTicked,
  error,
  boxRef,
  onTick,
}: ConsentTextProps) {
  const t = useText('signing');
  return (
    <div className="mt-8">
      <h2 id="consent-title" className="text-16 font-semibold">
        {t('consent.title')}
      </h2>
      <section lang={consent.language} aria-labelledby="consent-title" className="consent-text">
        {consent.text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="max-w-text whitespace-pre-line not-first:mt-3">
            {paragraph}
          </p>
        ))}
        <p lang={currentLanguage()} className="mt-3 text-13 text-muted">
          {t('consent.version', { version: consent.version })}
        </p>
      </section>
      {consent.translation && (
        <details className="consent-text mt-2">
          <summary className="touch font-medium">{t('consent.translation')}</summary>
          <p lang={consent.translation.language} className="max-w-text whitespace-pre-line">
            {consent.translation.text}
          </p>
        </details>
      )}
      {consent.disclosure && <Disclosure disclosure={consent.disclosure} organization={organization} />}
      <div className="mt-1 flex flex-wrap gap-x-2 print:hidden">
        <Button variant="quiet" icon={Printer} onClick={() => window.print()} className="px-2 text-14">
          {t('consent.print')}
        </Button>
        <Button
          variant="quiet"
          icon={Download}
          onClick={() =>
            saveText(textsOf(consent), withoutIsolation(t('consent.fileName', { version: consent.version })))
          }
          className="px-2 text-14"
        >
          {t('consent.download')}
        </Button>
      </div>
      <Checkbox
        ref={boxRef}
        className="mt-2 print:hidden"
        label={<span className="font-medium">{t('consent.agree')}</span>}
        hint={
          consent.given
            ? t('consent.given', { version: consent.version })
            : t('consent.wayOut', { email: senderEmail })
        }
        error={error ?? undefined}
        checked={isTicked}
        disabled={consent.given}
        onChange={(event) => onTick(event.target.checked)}
      />
    </div>
  );
}

type DisclosureProps = Pick<ConsentTextProps, 'organization'> & {
  readonly disclosure: NonNullable<SigningView['consent']['disclosure']>;
};

/** What the organization says, named as its own. */
function Disclosure({ disclosure, organization }: DisclosureProps) {
  const t = useText('signing');
  return (
    <section lang={disclosure.language} aria-labelledby="disclosure-title" className="consent-text mt-3">
      <h3 id="disclosure-title" lang={currentLanguage()} className="text-14 font-semibold">
        {t('consent.disclosure', { organization })}
      </h3>
      <p dir="auto" className="mt-1 max-w-text whitespace-pre-line">
        {disclosure.text}
      </p>
    </section>
  );
}

/** What the organization says stands below what is agreed to. */
function textsOf({ text, disclosure }: SigningView['consent']): string {
  return disclosure ? `${text}\n\n${disclosure.text}` : text;
}

function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoking the URL before the download has started would cancel it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
