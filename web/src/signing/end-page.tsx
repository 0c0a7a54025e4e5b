import {
  CircleCheck,
  CircleX,
  Clock,
  FileQuestion,
  Hourglass,
  type LucideIcon,
  Mail,
  RefreshCw,
} from 'lucide-react';
import { currentLanguage, type TextOf, useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatClock, formatMoment } from '../ui/format-time.ts';
import { placeInSitting } from '../ui/sitting.ts';
import { namesOf } from './field-text.ts';
import { moduleHook } from './module-hook.ts';
import { isSealing } from './other-acts-state.ts';
import { PeopleList } from './people-list.tsx';
import { SigningFrame } from './signing-frame.tsx';
import { nextPeople } from './signing-state.ts';
import type { SigningView } from './signing-view.ts';
import { TakeHome } from './take-home.tsx';

interface End {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly title: string;
  readonly help: string;
  readonly mayCheckAgain?: boolean;
}

interface EndPageProps {
  readonly view: SigningView;
  /** Whether the person has acted on another device while this page was open. */
  readonly isElsewhere: boolean;
  /** Whether the person has acted on this page. */
  readonly isHere: boolean;
  readonly onCheckAgain: () => void;
}

/** The page when nothing is left to do: state, next people, download. It never asks to sign up. */
export function EndPage({ view, isElsewhere, isHere, onCheckAgain }: EndPageProps) {
  const t = useText('signing');
  const end = endOf(t, view);
  const Icon = end.icon;
  const sender = view.workflow.senderName;
  return (
    <SigningFrame
      title={end.title}
      above={<Icon aria-hidden size={32} strokeWidth={1.5} className={`mb-4 ${end.tone}`} />}
    >
      <p className="mt-2 font-medium">
        <bdi>{view.workflow.name}</bdi>
      </p>
      <ActedLine view={view} isElsewhere={isElsewhere} />
      <p role="status" className="mt-3 max-w-text text-muted">
        {end.help}
      </p>
      {view.workflow.cancelReason && (
        <p className="mt-3 max-w-text">
          {t('end.cancelReason', { sender: view.workflow.senderName })}{' '}
          <bdi>{view.workflow.cancelReason}</bdi>
        </p>
      )}
      <TakeHome view={view} />
      <NextInSitting view={view} />
      <div className="mt-6 flex flex-wrap gap-3">
        {end.mayCheckAgain && (
          <Button icon={RefreshCw} onClick={onCheckAgain}>
            {t('end.checkAgain')}
          </Button>
        )}
        {view.workflow.senderEmail !== '' && (
          <a href={`mailto:${view.workflow.senderEmail}`} className={buttonClass('plain')}>
            <Mail aria-hidden size={18} className="shrink-0" />
            {t('end.write', { sender })}
          </a>
        )}
      </div>
      {view.people.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3 text-16 font-semibold">{t('end.people')}</h2>
          <PeopleList view={view} />
        </section>
      )}
      <p className="mt-10 text-14">
        <a href="/verify" className="link touch inline-flex items-center">
          {t('end.verify')}
        </a>
      </p>
      {/* A frame of another product keeps nothing. */}
      {view.action.type === 'sign' && view.action.status === 'signed' && window.parent === window && (
        <ForNextTime view={view} isHere={isHere} />
      )}
    </SigningFrame>
  );
}

/** Where a person goes through several documents: the next one, each with its own consent. */
function NextInSitting({ view }: { view: SigningView }) {
  const t = useText('signing');
  const place = placeInSitting(view.action.id);
  if (place === null) return null;
  const { number, count, next } = place;
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      {next === null ? (
        <>
          <p>{t('end.sittingDone', { count })}</p>
          <a href="/inbox" className={buttonClass('primary')}>
            {t('end.inbox')}
          </a>
        </>
      ) : (
        <a href={next} className={buttonClass('primary')}>
          {t('end.next', { number: number + 1, count })}
        </a>
      )}
    </div>
  );
}

const useDeviceSection = moduleHook(() => import('./device-section.tsx'));
const usePasskeyOffer = moduleHook(() => import('./passkey-offer.tsx'));

/** Loaded once the page stands: it is for the next time. Last on it, so that it moves nothing that is being pressed. */
function ForNextTime({ view, isHere }: Pick<EndPageProps, 'view' | 'isHere'>) {
  const { module: device } = useDeviceSection(true);
  const { module: passkeys } = usePasskeyOffer(true);
  return (
    <>
      {device && <device.DeviceSection view={view} isHere={isHere} />}
      {passkeys && <passkeys.PasskeyOffer link={view.link} />}
    </>
  );
}

/** When the person signed or approved, and that it was on another device where this page did not do it. */
function ActedLine({ view, isElsewhere }: Pick<EndPageProps, 'view' | 'isElsewhere'>) {
  const t = useText('signing');
  const { actedAt, status, type } = view.action;
  if (actedAt === null || (status !== 'signed' && status !== 'approved')) return null;
  const language = currentLanguage();
  const moment = formatMoment(actedAt, language);
  if (!isElsewhere) return <p className="mt-3 text-14 text-muted">{t(`end.acted_${type}`, { moment })}</p>;
  const isToday = new Date(actedAt * 1000).toDateString() === new Date().toDateString();
  const text = isToday
    ? t(`end.elsewhere_${type}`, { time: formatClock(actedAt, language) })
    : t(`end.elsewhereBefore_${type}`, { moment });
  return (
    <p role="alert" className="mt-3 max-w-text">
      {text}
    </p>
  );
}

/** After the task was passed on: this link has ended. */
export function PassedOnPage({ view, name }: { view: SigningView; name: string }) {
  const t = useText('signing');
  const { senderName: sender, name: title } = view.workflow;
  return (
    <SigningFrame
      title={t('reassign.done')}
      above={<CircleCheck aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-done" />}
    >
      <p className="mt-2 font-medium">
        <bdi>{title}</bdi>
      </p>
      <p role="status" className="mt-3 max-w-text text-muted">
        {t('reassign.doneHelp', { name, sender })}
      </p>
    </SigningFrame>
  );
}

/** The same page for every invalid link, so that it does not reveal whether the link ever existed. */
export function UnknownPage() {
  const t = useText('signing');
  return (
    <SigningFrame
      title={t('end.unknown')}
      above={<FileQuestion aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-muted" />}
    >
      <p className="mt-3 max-w-text text-muted">{t('end.unknownHelp')}</p>
    </SigningFrame>
  );
}

function endOf(t: TextOf, view: SigningView): End {
  const { senderName: sender, expiryDate } = view.workflow;
  const language = currentLanguage();
  const next = namesOf(nextPeople(view.people), language);
  switch (view.state) {
    case 'completed':
      return {
        ...done,
        title: t('end.completed'),
        help: t('end.completedHelp', { count: view.documents.length }),
      };
    case 'waiting':
      return {
        icon: Hourglass,
        tone: 'text-waiting',
        title: t('end.waiting'),
        help: t('end.waitingHelp', { names: next }),
        mayCheckAgain: true,
      };
    case 'declined': {
      const isMine = view.action.status === 'declined';
      return {
        ...stopped,
        title: t('end.declined'),
        help: t(isMine ? 'end.declinedByYou' : 'end.declinedHelp', { sender }),
      };
    }
    case 'released': {
      const { acted = [] } = view.choice ?? {};
      const names = namesOf(
        acted.map((name) => ({ name })),
        language,
      );
      return {
        ...done,
        title: t('end.released'),
        help: t('end.releasedHelp', { count: acted.length, names }),
      };
    }
    case 'expired': {
      const help = t('end.expiredHelp', { sender, date: formatMoment(expiryDate, language) });
      return { icon: Clock, tone: 'text-stopped', title: t('end.expired'), help };
    }
    case 'canceled':
      return { ...stopped, title: t('end.canceled'), help: t('end.canceledHelp', { sender }) };
    default: {
      if (view.action.status === 'declined')
        return { ...stopped, title: t('end.declinedAlone'), help: t('end.declinedAloneHelp', { sender }) };
      const help = isSealing(view) || next === '' ? t('end.doneSealing') : t('end.doneNext', { names: next });
      return { ...done, title: t(`end.done_${view.action.type}`), help, mayCheckAgain: true };
    }
  }
}

const done = { icon: CircleCheck, tone: 'text-done' } as const;
const stopped = { icon: CircleX, tone: 'text-stopped' } as const;
