import { CircleCheck, HandHelping } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useHostedText } from './hosted-texts.ts';
import { handBack } from './in-person-api.ts';
import { SigningFrame } from './signing-frame.tsx';
import type { SigningView } from './signing-view.ts';

/** By whom the person has this page, on each of its states; a device goes back at any time. */
export function HostedLine({ view }: { view: SigningView }) {
  const t = useHostedText();
  useHandBackWhenIdle(view.hosted?.way === 'device' ? view.link : null);
  if (view.hosted === null) return null;
  const { host, way } = view.hosted;
  return (
    <section aria-label={t('lineLabel')} className="border-b border-line text-14 text-muted print:hidden">
      <div className="page-column flex flex-wrap items-center justify-between gap-x-4 py-1">
        <span>{t(`line_${way}`, { host })}</span>
        {way === 'device' && view.state === 'open' && <HandBack link={view.link} label={t('back')} isQuiet />}
      </div>
    </section>
  );
}

/** What a person does at a page, reading among it. */
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'input'] as const;
const IDLE_MS = 5 * 60_000;

/** Who walks away leaves no page open to others: what they entered stays, and the host may hand over again. */
function useHandBackWhenIdle(link: string | null) {
  useEffect(() => {
    if (link === null) return undefined;
    let timer: number | undefined;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        // Without a connection it is tried again, as long as nobody touches the page.
        handBack(link).then((next) => location.replace(next), wait);
      }, IDLE_MS);
    };
    for (const each of TOUCHES) window.addEventListener(each, wait, { capture: true, passive: true });
    wait();
    return () => {
      window.clearTimeout(timer);
      for (const each of TOUCHES) window.removeEventListener(each, wait, { capture: true });
    };
  }, [link]);
}

/** On the device of a host, in place of what a person finds at the end on their own. */
export function HostedEnd({ view }: { view: SigningView }) {
  const t = useHostedText();
  useHandBackWhenIdle(view.link);
  const isDone = view.action.status === 'signed' || view.action.status === 'approved';
  const { name } = view.recipient;
  const host = view.hosted?.host ?? '';
  return (
    <SigningFrame
      title={t(isDone ? 'done' : 'over', { name })}
      above={<CircleCheck aria-hidden size={32} strokeWidth={1.5} className="mb-4 text-done" />}
    >
      <p className="mt-2 font-medium">
        <bdi>{view.workflow.name}</bdi>
      </p>
      <p role="status" className="mt-3 max-w-text text-muted">
        {t(isDone ? 'doneLead' : 'overLead', { host })}
      </p>
      <div className="mt-8">
        <HandBack link={view.link} label={t('handBack', { host })} />
      </div>
    </SigningFrame>
  );
}

function HandBack({ link, label, isQuiet = false }: { link: string; label: string; isQuiet?: boolean }) {
  const t = useHostedText();
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const go = () => {
    setState('busy');
    handBack(link).then(
      (next) => location.replace(next),
      () => setState('failed'),
    );
  };
  return (
    <>
      <Button
        icon={HandHelping}
        variant={isQuiet ? 'quiet' : 'primary'}
        isSmall={isQuiet}
        busy={state === 'busy'}
        onClick={go}
      >
        {label}
      </Button>
      {state === 'failed' && <span role="alert">{t('backFailed')}</span>}
    </>
  );
}
