import type { ReactNode } from 'react';
import { type TextOf, useText } from '../text/start-text.ts';
import { Banner } from './banner.tsx';

/** The properties of an API error; the message of any other error is not shown. */
type ApiErrorShape = {
  status: number;
  message: string;
  requestId: string | null;
  code: string;
  violations: Record<string, string>;
  english: ReadonlySet<string>;
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
  const own = details === null ? t('unexpected') : ownSentence(details, t);
  const isSentence = isFormless && rest.length > 0;
  const said = isSentence ? rest.map(([, sentence]) => sentence).join(' ') : details?.message;
  const english = details?.english ?? new Set<string>();
  const isEnglish = (isSentence ? rest.map(([, sentence]) => sentence) : [details?.message ?? '']).some(
    (sentence) => english.has(sentence),
  );
  const title = own ?? <span {...markOf(isEnglish)}>{said}</span>;
  return (
    <Banner tone="stopped" title={title} requestId={details?.requestId} action={action}>
      {rest.length > 0 && !isSentence && (
        <ul className="list-disc ps-5">
          {rest.map(([field, sentence]) => (
            <li key={field} {...markOf(english.has(sentence))}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

/** The interface speaks English, whatever the language of the page; for most of it there are words. */
function markOf(isEnglish: boolean) {
  return isEnglish ? ({ lang: 'en', dir: 'ltr' } as const) : {};
}

/** What a page says itself; null where the server said what is wrong. */
function ownSentence({ code, status }: ApiErrorShape, t: TextOf): string | null {
  if (code === 'SERVER_UNREACHABLE') return t('unreachable');
  if (code === 'UNREADABLE_ANSWER') return t('unreadable', { status });
  return null;
}

function isApiErrorShape(error: unknown): error is ApiErrorShape {
  return error instanceof Error && 'violations' in error && 'requestId' in error && 'code' in error;
}
