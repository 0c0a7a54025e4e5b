import type { AnswerOf, followerOperations } from '@paraph/contract';
import { CircleCheck, CircleX, Clock, Hourglass, type LucideIcon } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type english from '../text/en/follow.json';
import { currentLanguage, onLanguageChange, sectionText, type TextOf, useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { BrandShown } from './brand.tsx';
import { UnknownPage } from './end-page.tsx';
import { followRecipient } from './languages.ts';
import { PeopleList } from './people-list.tsx';
import { jsonRequest, linkIn, sendTo } from './signing-api.ts';
import { type SigningError, toSigningError } from './signing-error.ts';
import { SigningFrame } from './signing-frame.tsx';
import { TakeHome } from './take-home.tsx';

type View = AnswerOf<(typeof followerOperations)['readFollowing']>;

const useFollowText = sectionText(
  import.meta.glob<typeof english>('../text/*/follow.json', { eager: true, import: 'default' }),
);

/** The page of who gets copies: how far it has come, what there is to read, and the mails, which can be stopped. */
export function FollowPage() {
  const t = useFollowText();
  const { view, error, load, stop } = useFollowing();
  if (error?.kind === 'unknown') return <UnknownPage />;
  if (error) {
    return (
      <SigningFrame title={t('failed')}>
        <Button variant="primary" className="mt-6" onClick={load}>
          {t('retry')}
        </Button>
      </SigningFrame>
    );
  }
  if (!view) {
    return (
      <main className="page-column pt-24">
        <Skeleton lines={6} />
      </main>
    );
  }
  return (
    <BrandShown view={view}>
      <Following view={view} onStop={stop} />
    </BrandShown>
  );
}

function useFollowing() {
  const [base] = useState(() => `/api/v1/following/${encodeURIComponent(linkIn(location.pathname))}`);
  const [view, setView] = useState<View | null>(null);
  const [error, setError] = useState<SigningError | null>(null);
  const send = useCallback(
    (method: string, path: string, body?: object) => {
      const headers = { 'Accept-Language': currentLanguage() };
      return sendTo(fetch.bind(globalThis), base + path, jsonRequest(method, body, headers));
    },
    [base],
  );
  const take = useCallback((sent: Promise<Response>) => {
    sent
      .then((response) => response.json() as Promise<View>)
      .then((next) => {
        setError(null);
        setView(next);
      })
      .catch((cause) => setError(toSigningError(cause)));
  }, []);
  const load = useCallback(() => take(send('GET', '')), [send, take]);
  useEffect(load, [load]);
  useEffect(() => onLanguageChange(load), [load]);
  const language = view?.follower.language ?? null;
  useEffect(() => {
    if (language !== null && language !== currentLanguage()) void followRecipient(language);
  }, [language]);
  useReportOpened(useCallback(() => void send('POST', '/open').catch(() => undefined), [send]));
  const stop = (isStopped: boolean) => take(send('PUT', '/mails', { stopped: isStopped }));
  return { view, error, load, stop };
}

/** On the first input event: mail scanners run pages, but neither click nor type. */
function useReportOpened(report: () => void): void {
  useEffect(() => {
    const ended = new AbortController();
    const onAct = (event: Event) => {
      if (!event.isTrusted) return;
      ended.abort();
      report();
    };
    for (const name of ['pointerdown', 'keydown'])
      document.addEventListener(name, onAct, { capture: true, signal: ended.signal });
    return () => ended.abort();
  }, [report]);
}

function Following({ view, onStop }: { view: View; onStop: (isStopped: boolean) => void }) {
  const t = useFollowText();
  const signing = useText('signing');
  const { workflow, documents, people, state } = view;
  const { icon: Icon, tone, title, help } = stateOf(view, t, signing);
  const moment = formatMoment(workflow.expiryDate, currentLanguage());
  return (
    <SigningFrame
      title={title}
      above={<Icon aria-hidden size={32} strokeWidth={1.5} className={`mb-4 ${tone}`} />}
    >
      <p className="mt-2 font-medium">
        <bdi>{workflow.name}</bdi>
      </p>
      <p role="status" className="mt-3 max-w-text text-muted">
        {help}
      </p>
      {workflow.cancelReason && (
        <p className="mt-3 max-w-text">
          {signing('end.cancelReason', { sender: workflow.senderName })} <bdi>{workflow.cancelReason}</bdi>
        </p>
      )}
      {state === 'open' && <p className="mt-3 text-14 text-muted">{t('deadline', { moment })}</p>}
      {state === 'open' && (
        <ul className="mt-6 flex flex-wrap gap-3">
          {documents.map(({ id, name, url }) => (
            <li key={id} className="max-w-full">
              <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
                <span className="min-w-0 text-start break-words">{t('read', { name })}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <TakeHome view={view} />
      {people.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3 text-16 font-semibold">{signing('end.people')}</h2>
          <PeopleList view={view} />
        </section>
      )}
      <StopMails view={view} onStop={onStop} />
    </SigningFrame>
  );
}

/** Reached by the address in each mail; what is stopped can be taken back. */
function StopMails({ view, onStop }: { view: View; onStop: (isStopped: boolean) => void }) {
  const t = useFollowText();
  const { stopped, email } = view.follower;
  return (
    <section id="stop" aria-labelledby="stop-heading" className="mt-10">
      <h2 id="stop-heading" className="text-16 font-semibold">
        {t('stopTitle')}
      </h2>
      <p role="status" className="mt-1 max-w-text text-14 break-words text-muted">
        {stopped ? t('stopped') : t('stopHelp', { email })}
      </p>
      <Button className="mt-3" onClick={() => onStop(!stopped)}>
        {stopped ? t('resume') : t('stop')}
      </Button>
    </section>
  );
}

interface Shown {
  icon: LucideIcon;
  tone: string;
  title: string;
  help: string;
}

function stateOf(
  { state, workflow, documents }: View,
  t: ReturnType<typeof useFollowText>,
  signing: TextOf,
): Shown {
  const { senderName: sender, organizationName: organization, expiryDate } = workflow;
  const date = formatMoment(expiryDate, currentLanguage());
  switch (state) {
    case 'completed': {
      const help = signing('end.completedHelp', { count: documents.length });
      return { icon: CircleCheck, tone: 'text-done', title: signing('end.completed'), help };
    }
    case 'declined':
      return { ...STOPPED, title: signing('end.declined'), help: signing('end.declinedHelp', { sender }) };
    case 'canceled':
      return { ...STOPPED, title: signing('end.canceled'), help: signing('end.canceledHelp', { sender }) };
    case 'expired': {
      const help = signing('end.expiredHelp', { sender, date });
      return { icon: Clock, tone: 'text-stopped', title: signing('end.expired'), help };
    }
    default: {
      const help = t(state === 'open' ? 'openHelp' : 'waitingHelp', { sender, organization });
      return { icon: Hourglass, tone: 'text-waiting', title: t(state), help };
    }
  }
}

const STOPPED = { icon: CircleX, tone: 'text-stopped' } as const;
