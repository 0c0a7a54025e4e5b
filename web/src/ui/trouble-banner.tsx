import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from './banner.tsx';

/** What an error of the interface brings along; anything else is shown without its inner words. */
type Trouble = {
  message: string;
  requestId: string | null;
  code: string;
  violations: Record<string, string>;
};

type TroubleBannerProps = {
  error: unknown;
  action?: ReactNode;
  /** Violations that a field of the page shows already. */
  shownFields?: readonly string[];
  /** For an act without a form: what is wrong with it is the whole story, and the title. */
  isPlain?: boolean;
};

/** Errors say what happened and what to do, and carry the request's id. */
export function TroubleBanner({ error, action, shownFields = [], isPlain }: TroubleBannerProps) {
  const t = useText('ui');
  if (!error) return null;
  const trouble = isTrouble(error) ? error : null;
  const rest = Object.entries(trouble?.violations ?? {}).filter(([field]) => !shownFields.includes(field));
  const said = trouble?.code === 'SERVER_UNREACHABLE' ? t('unreachable') : trouble?.message;
  const isSentence = isPlain && rest.length > 0;
  const title = isSentence ? rest.map(([, sentence]) => sentence).join(' ') : said;
  return (
    <Banner tone="stopped" title={title ?? t('unexpected')} requestId={trouble?.requestId} action={action}>
      {rest.length > 0 && !isSentence && (
        <ul className="list-disc ps-5">
          {rest.map(([field, sentence]) => (
            <li key={field}>{sentence}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

function isTrouble(error: unknown): error is Trouble {
  return error instanceof Error && 'violations' in error && 'requestId' in error && 'code' in error;
}
