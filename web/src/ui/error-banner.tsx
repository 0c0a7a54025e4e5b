import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from './banner.tsx';

/** The properties of an API error; the message of any other error is not shown. */
type ApiErrorShape = {
  message: string;
  requestId: string | null;
  code: string;
  violations: Record<string, string>;
};

type ErrorBannerProps = {
  error: unknown;
  action?: ReactNode;
  /** Violations that the page's fields already show. */
  shownFields?: readonly string[];
  /** For an action without a form: shows the violations as the title. */
  isFormless?: boolean;
};

/** Shows an error with its violations and request id; nothing where the fields show all of it. */
export function ErrorBanner({ error, action, shownFields = [], isFormless }: ErrorBannerProps) {
  const t = useText('ui');
  if (!error) return null;
  const details = isApiErrorShape(error) ? error : null;
  const all = Object.entries(details?.violations ?? {});
  const rest = all.filter(([field]) => !shownFields.includes(field));
  // The fields say it all, and the first one has the focus.
  if (all.length > 0 && rest.length === 0) return null;
  const said = details?.code === 'SERVER_UNREACHABLE' ? t('unreachable') : details?.message;
  const isSentence = isFormless && rest.length > 0;
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
