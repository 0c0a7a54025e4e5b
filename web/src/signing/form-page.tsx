import { CircleCheck, CircleX, Clock, FileQuestion, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { currentLanguage } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { BrandShown } from './brand.tsx';
import {
  createFormApi,
  type Form,
  type FormApi,
  FormError,
  type FormProblem,
  type Proof,
} from './form-api.ts';
import { FormDocuments } from './form-documents.tsx';
import { FormEntry } from './form-entry.tsx';
import { type FormText, useFormText } from './form-texts.ts';
import { followRecipient } from './languages.ts';
import { linkIn } from './signing-api.ts';
import { SigningFrame } from './signing-frame.tsx';
// What follows is made of the same parts: apart from it, a signer would wait for each of them by itself.
import './stages.ts';

/** The page of a public link: what will be signed, and who the person is. Signing has its own page. */
export function FormPage() {
  const t = useFormText();
  const [api] = useState(() => createFormApi(linkIn(location.pathname)));
  const { form, problem, load } = useForm(api);
  if (problem?.kind === 'unknown')
    return <Notice icon={FileQuestion} title={t('unknown')} help={t('unknownHelp')} />;
  if (problem)
    return (
      <SigningFrame title={t('failed')}>
        <Button variant="primary" className="mt-6" onClick={load}>
          {t('retry')}
        </Button>
      </SigningFrame>
    );
  if (!form)
    return (
      <main className="page-column pt-24">
        <Skeleton lines={6} />
      </main>
    );
  return (
    <BrandShown view={{ brand: form.brand, workflow: form }}>
      <Shown form={form} api={api} onChanged={load} />
    </BrandShown>
  );
}

function useForm(api: FormApi) {
  const [form, setForm] = useState<Form | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const load = useCallback(() => {
    setProblem(null);
    api
      .read()
      .then(setForm)
      .catch((cause: unknown) => setProblem(cause instanceof FormError ? cause.problem : { kind: 'failed' }));
  }, [api]);
  useEffect(load, [load]);
  const language = form?.language ?? null;
  useEffect(() => {
    if (language !== null && language !== currentLanguage()) void followRecipient(language);
  }, [language]);
  return { form, problem, load };
}

interface ShownProps {
  readonly form: Form;
  readonly api: FormApi;
  readonly onChanged: () => void;
}

function Shown({ form, api, onChanged }: ShownProps) {
  const t = useFormText();
  const [proof, setProof] = useState<Proof | null>(null);
  const { senderName: sender, organizationName: organization } = form;
  const [isBack, setBack] = useState(false);
  if (proof && proof.outcome !== 'sign') return <Outcome form={form} proof={proof} />;
  if (isBack && form.state !== 'open')
    return (
      <SigningFrame title={form.name}>
        <p className="mt-2 mb-8 max-w-text text-muted">{t('begunLead')}</p>
        <FormEntry form={form} api={api} onProven={setProof} onChanged={onChanged} />
      </SigningFrame>
    );
  if (form.state !== 'open') {
    const isOver = form.state === 'full' || form.state === 'closed';
    return (
      <Outcome form={form} proof={{ outcome: form.state, url: null, answeredDate: null }}>
        {isOver && (
          <Button className="mt-8" onClick={() => setBack(true)}>
            {t('begun')}
          </Button>
        )}
      </Outcome>
    );
  }
  return (
    <SigningFrame title={form.name}>
      <p className="mt-2 max-w-text text-muted">{t('lead', { sender, organization })}</p>
      <div className="mt-8 grid gap-10 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <FormDocuments form={form} />
        <FormEntry form={form} api={api} onProven={setProof} onChanged={onChanged} />
      </div>
    </SigningFrame>
  );
}

function Outcome({ form, proof, children }: { form: Form; proof: Proof; children?: ReactNode }) {
  const t = useFormText();
  return (
    <Notice {...noticeOf(t, form, proof)} name={form.name}>
      {children}
    </Notice>
  );
}

interface NoticeProps {
  readonly icon: LucideIcon;
  readonly tone?: string;
  readonly title: string;
  readonly name?: string;
  readonly help: string;
  readonly children?: ReactNode;
}

function Notice({ icon: Icon, tone = 'text-muted', title, name, help, children }: NoticeProps) {
  return (
    <SigningFrame
      title={title}
      above={<Icon aria-hidden size={32} strokeWidth={1.5} className={`mb-4 ${tone}`} />}
    >
      {name && (
        <p className="mt-2 font-medium">
          <bdi>{name}</bdi>
        </p>
      )}
      <p role="status" className="mt-3 max-w-text text-muted">
        {help}
      </p>
      {children}
    </SigningFrame>
  );
}

const STOPPED = { icon: CircleX, tone: 'text-stopped' } as const;

function noticeOf(
  t: FormText,
  form: Form,
  { outcome, answeredDate }: Proof,
): Required<Omit<NoticeProps, 'children' | 'name'>> {
  const { senderName: sender, organizationName: organization, opensDate, closesDate } = form;
  const momentOf = (date: number | null) => (date === null ? '' : formatMoment(date, currentLanguage()));
  const who = { sender, organization };
  switch (outcome) {
    case 'answered': {
      const help =
        answeredDate === null
          ? t('answeredBefore', who)
          : t('answeredHelp', { ...who, moment: momentOf(answeredDate) });
      return { icon: CircleCheck, tone: 'text-done', title: t('answered'), help };
    }
    case 'early': {
      const help = t('earlyHelp', { ...who, moment: momentOf(opensDate) });
      return { icon: Hourglass, tone: 'text-waiting', title: t('early'), help };
    }
    case 'closed': {
      const help = t('closedHelp', { ...who, moment: momentOf(closesDate) });
      return { icon: Clock, tone: 'text-stopped', title: t('closed'), help };
    }
    case 'full':
      return { ...STOPPED, title: t('full'), help: t('fullHelp', who) };
    default:
      return { ...STOPPED, title: t('off'), help: t('offHelp', who) };
  }
}
