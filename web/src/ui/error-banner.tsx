import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from './banner.tsx';

/** What an error of the interface brings along; anything else is shown without its inner words. */
type ApiErrorShape = {
  message: string;
  requestId: string | null;
  code: string;
  violations: Record<string, string>;
};

type ErrorBannerProps = {
  error: unknown;
  action?: ReactNode;
  /** Violations that a field of the page shows already. */
  shownFields?: readonly string[];
  /** For an act without a form: what is wrong with it is the whole story, and the title. */
  isPlain?: boolean;
};

/** Errors say what happened and what to do, and carry the request's id. */
export function ErrorBanner({ error, action, shownFields = [], isPlain }: ErrorBannerProps) {
  const t = useText('ui');
  if (!error) return null;
  const details = isApiErrorShape(error) ? error : null;
  const rest = Object.entries(details?.violations ?? {}).filter(([field]) => !shownFields.includes(field));
  const said = details?.code === 'SERVER_UNREACHABLE' ? t('unreachable') : details?.message;
  const isSentence = isPlain && rest.length > 0;
  const title = isSentence ? rest.map(([, sentence]) => sentence).join(' ') : said;
  return (
    <Banner tone="stopped" title={title ?? t('unexpected')} requestId={details?.requestId} action={action}>
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

function isApiErrorShape(error: unknown): error is ApiErrorShape {
  return error instanceof Error && 'violations' in error && 'requestId' in error && 'code' in error;
}
