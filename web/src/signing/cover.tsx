import { BookOpen, UserRoundPlus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { currentLanguage, type TextOf, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';
import { AnnexList } from './annex-list.tsx';
import { useAnnounce } from './announcer.tsx';
import { ConsentText } from './consent-text.tsx';
import { answersOf, countFields, type Progress, shownFields } from './cover-state.ts';
import { LoadFailure } from './load-failure.tsx';
import { moduleHook } from './module-hook.ts';
import { PeopleList } from './people-list.tsx';
import { ActionBar, SigningFrame } from './signing-frame.tsx';
import type { SigningView } from './signing-view.ts';
import type { ReadWitness, Statement } from './witness-part.tsx';

/** Only levels beyond the simple one ask for more. */
const useCoverLevel = moduleHook(() => import('./cover-level.tsx'));

function LevelSection({ view, isTrial }: Pick<CoverProps, 'view' | 'isTrial'>) {
  const isWanted = view.workflow.type !== 'simple' && view.action.type === 'sign';
  const { module, hasFailed } = useCoverLevel(isWanted);
  if (!isWanted) return null;
  if (module) return <module.CoverLevel view={view} isTrial={isTrial} />;
  return hasFailed ? <LoadFailure /> : null;
}

/** Only witnesses, and signers who have one. */
const useWitnessPart = moduleHook(() => import('./witness-part.tsx'));

function WitnessSection({ view, readRef, onName }: Pick<CoverProps, 'view' | 'onName'> & ReadWitnessRef) {
  const isWanted = view.witness.of !== null || view.witness.own.length > 0;
  const { module, hasFailed } = useWitnessPart(isWanted);
  if (!isWanted) return null;
  if (module) return <module.WitnessPart view={view} readRef={readRef} onName={onName} />;
  return hasFailed ? <LoadFailure /> : null;
}

interface ReadWitnessRef {
  readonly readRef: RefObject<ReadWitness | null>;
}

interface CoverProps {
  readonly view: SigningView;
  readonly isTrial: boolean;
  /** Null until the rules of answers are loaded. */
  readonly progress: Progress | null;
  readonly onStart: () => void;
  /** Opens the document to read, which needs no consent. */
  readonly onRead: () => void;
  readonly onDecline: () => void;
  readonly onReassign: () => void;
  /** Saves the consent; resolves to false where that failed. */
  readonly onConsent: (statement: Statement | null) => Promise<boolean>;
  /** Saves whom a signer names as their witness. */
  readonly onName: (witness: { name: string; email: string }) => Promise<void>;
}

/** Keeps the ticked box visible for a moment before the document opens. */
const tickSeenMs = 700;

/** The file is made when it is asked for, by code that is loaded then. */
function CalendarButton({ view: { action, workflow } }: { view: SigningView }) {
  const t = useText('signing');
  const save = async () => {
    const { saveCalendar } = await import('../ui/save-calendar.ts');
    saveCalendar({
      actionId: action.id,
      title: t(`calendar.${action.type}`, { name: workflow.name }),
      description: t('calendar.from', { sender: workflow.senderName }),
      seconds: workflow.expiryDate,
    });
  };
  return (
    <button type="button" className="link touch block text-14" onClick={() => void save()}>
      {t('cover.calendar')}
    </button>
  );
}

/** The first page: sender, documents, what is requested, deadline and consent. */
export function Cover({ view, isTrial, progress, onStart, onRead, onConsent, onName, ...leave }: CoverProps) {
  const t = useText('signing');
  const consent = useConsent({ view, onStart, onConsent });
  const { workflow } = view;
  return (
    <SigningFrame
      title={workflow.name}
      above={
        <p className="mb-2 text-muted">{t(`ask.${view.action.type}`, { sender: workflow.senderName })}</p>
      }
      bar={
        <ActionBar label={t('bar.label')}>
          <Button variant="quiet" onClick={leave.onDecline} className="-ms-4">
            {t('bar.decline')}
          </Button>
          <Button variant="primary" onClick={consent.start} className="ms-auto min-w-32">
            {progress !== null && isReturning(view, progress)
              ? t('cover.continue', { ...progress })
              : t('cover.start')}
          </Button>
        </ActionBar>
      }
    >
      <CoverFacts view={view} onRead={onRead} />
      <LevelSection view={view} isTrial={isTrial} />
      <WitnessSection view={view} readRef={consent.readRef} onName={onName} />
      {view.action.type === 'sign' && (
        <ConsentText
          consent={view.consent}
          senderEmail={workflow.senderEmail}
          organization={workflow.organizationName}
          isTicked={consent.isTicked}
          error={consent.error}
          boxRef={consent.boxRef}
          onTick={consent.tick}
        />
      )}
      {view.mayReassign && (
        <Button icon={UserRoundPlus} isSmall onClick={leave.onReassign} className="mt-6 print:hidden">
          {t('reassign.title')}
        </Button>
      )}
      <p className="mt-6 text-14 text-muted print:hidden">{t('cover.noAccount')}</p>
    </SigningFrame>
  );
}

/**
 * Start without consent moves the focus to the checkbox; ticking it then opens the document, because Start was pressed.
 * Reviewers, and signers who have agreed before, start at once.
 */
function useConsent({ view, onStart, onConsent }: Pick<CoverProps, 'view' | 'onStart' | 'onConsent'>) {
  const t = useText('signing');
  const announce = useAnnounce();
  const boxRef = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useState(view.consent.given);
  const [error, setError] = useState<string | null>(null);
  const [isWanted, setWanted] = useState(false);
  const isUnderWay = useRef(false);
  const readRef = useRef<ReadWitness | null>(null);
  const isNeeded = view.action.type === 'sign' && !view.consent.given;

  const agreeAndStart = async (pauseMs: number) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setError(null);
    const stated = (await readRef.current?.()) ?? null;
    const isToSave = isNeeded || stated !== null;
    const saving = stated !== false && isToSave ? onConsent(stated) : stated !== false;
    const [isSaved] = await Promise.all([saving, passing(pauseMs)]);
    isUnderWay.current = false;
    if (isSaved) onStart();
    else if (stated !== false) setError(t('consent.failed'));
  };
  const start = () => {
    if (!isNeeded && readRef.current === null) onStart();
    else if (isTicked || !isNeeded) void agreeAndStart(0);
    else {
      setWanted(true);
      setError(t('consent.needed'));
      announce(t('consent.needed'));
      boxRef.current?.scrollIntoView({ block: 'center' });
      boxRef.current?.focus({ preventScroll: true });
    }
  };
  const tick = (isOn: boolean) => {
    setTicked(isOn);
    if (isOn && isWanted) void agreeAndStart(tickSeenMs);
  };
  return { boxRef, readRef, isTicked, error, start, tick };
}

function passing(pauseMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}

function CoverFacts({ view, onRead }: Pick<CoverProps, 'view' | 'onRead'>) {
  const t = useText('signing');
  const { workflow, recipient, documents, annexes } = view;
  const language = currentLanguage();
  const organization = { email: workflow.senderEmail, organization: workflow.organizationName };
  return (
    <>
      <dl className="mt-6 border-b border-line">
        <Fact name={t('cover.from')}>
          <span dir="auto">{workflow.senderName}</span>
          <span className="block text-14 text-muted">{t('cover.organization', organization)}</span>
        </Fact>
        <Fact name={t('cover.you')}>
          <span dir="auto">{recipient.name}</span>
          <span className="block text-14 text-muted">{recipient.email}</span>
        </Fact>
        <Fact name={t('cover.documents', { count: documents.length })}>
          <DocumentList view={view} onRead={onRead} />
        </Fact>
        {annexes.length > 0 && (
          <Fact name={t('annexes.title')}>
            <AnnexList annexes={annexes} />
          </Fact>
        )}
        <Fact name={t('cover.requested')}>{requestedText(t, view, language)}</Fact>
        <Fact name={t('cover.deadline')}>
          <TimeText seconds={workflow.expiryDate} isDeadline />
          <CalendarButton view={view} />
        </Fact>
      </dl>
      {workflow.message !== null && workflow.message.trim() !== '' && (
        <figure className="mt-6">
          <figcaption className="text-14 text-muted">
            {t('cover.message', { sender: workflow.senderName })}
          </figcaption>
          <blockquote
            dir="auto"
            className="mt-1 max-w-text whitespace-pre-line border-s-2 border-accent ps-4"
          >
            {workflow.message}
          </blockquote>
        </figure>
      )}
      {view.choice && (
        <p className="mt-6 max-w-text">
          <span className="block text-14 text-muted">{t('cover.choice')}</span>
          {t('cover.choiceOf', { count: view.choice.required, names: view.choice.others.join(', ') })}
        </p>
      )}
      {view.people.length > 1 && (
        <section className="mt-6">
          <h2 className="mb-3 text-14 text-muted">{t('cover.people')}</h2>
          <PeopleList view={view} />
        </section>
      )}
    </>
  );
}

/** The documents, each to be read or downloaded before anything is agreed to: reading is not signing. */
function DocumentList({ view, onRead }: Pick<CoverProps, 'view' | 'onRead'>) {
  const t = useText('signing');
  const language = currentLanguage();
  return (
    <>
      <ul>
        {view.documents.map((document) => (
          <li key={document.id}>
            <span dir="auto">{document.name}</span>
            <span className="block text-14 text-muted">
              {t('cover.pages', { count: document.pages.length })} · {formatBytes(document.size, language)} ·{' '}
              {document.contents}
            </span>
            <a
              href={document.downloadUrl}
              download
              aria-label={t('view.downloadDocument', { name: document.downloadName })}
              className="link touch inline-flex items-center text-14 print:hidden"
            >
              {t('cover.download')}
            </a>
          </li>
        ))}
      </ul>
      <Button icon={BookOpen} onClick={onRead} className="mt-1 text-14 print:hidden">
        {t('cover.read', { count: view.documents.length })}
      </Button>
    </>
  );
}

/** Whether a signer comes back to answers of an earlier visit. */
function isReturning(view: SigningView, progress: Progress): boolean {
  return view.action.type === 'sign' && view.consent.given && progress.done > 0;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t border-line py-3 sm:grid-cols-[9rem_1fr]">
      <dt className="text-14 text-muted sm:text-16">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function requestedText(t: TextOf, view: SigningView, language: string): string {
  if (view.action.type === 'review') return t('cover.reviewOnly');
  const counts = countFields(shownFields(view.fields, answersOf(view.fields)));
  const parts = (['signatures', 'initials', 'required', 'optional'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`cover.${kind}`, { count: counts[kind] }));
  if (parts.length === 0) return t('cover.signOnly');
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
}
