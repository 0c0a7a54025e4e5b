import { isFinal, nameFile } from '@paraph/domain';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, Download } from 'lucide-react';
import { type CSSProperties, createContext, useContext, useEffect } from 'react';
import '../signing/pages.css';
import '../signing/signing.css';
import './design.css';
import type { Design } from '../api/wire.ts';
import { WorkflowBadge } from '../dashboard/documents-list.tsx';
import {
  contentsOf,
  hasDeadline,
  inOrder,
  isStepDone,
  stateOfAction,
  toneOfPerson,
} from '../dashboard/workflow-state.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { PersonRing } from '../ui/people-rings.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { DesignError } from './design-error.tsx';
import { EditorPages, type PageInfo } from './editor-pages.tsx';
import { FIELD_ICONS } from './field-kinds.ts';
import { useDesign } from './use-design.ts';

/** A read-only view of the workflow in any state. */
export default function ViewPage() {
  const { session } = useParams({ from: '/viewing/$session' });
  const { query } = useDesign(session);
  if (query.isPending) return <Skeleton className="p-8" />;
  if (query.error) return <DesignError error={query.error} onRetry={() => query.refetch()} />;
  return <Shown design={query.data} />;
}

function Shown({ design }: { design: Design }) {
  const t = useText('design');
  const { workflow, documents, callback } = design;
  const { name, senderName, organizationName } = workflow;
  useEffect(() => {
    document.title = `${name} · Paraph`;
  }, [name]);
  return (
    <div className="design-page">
      <header className="design-toolbar">
        {callback !== null && (
          <a
            href={callback}
            aria-label={t('backTo', { host: new URL(callback).host })}
            title={t('backTo', { host: new URL(callback).host })}
            className="touch flex shrink-0 items-center justify-center"
          >
            <ArrowLeft aria-hidden size={20} />
          </a>
        )}
        <div className="me-auto min-w-0 leading-tight">
          <h1 dir="auto" className="truncate text-16 font-semibold">
            {name}
          </h1>
          <p className="truncate text-13 text-muted">
            {t('view.from', { name: senderName ?? organizationName })}
          </p>
        </div>
        <WorkflowBadge workflow={workflow} />
      </header>
      <div className="design-columns design-columns-below">
        <main aria-label={t('pages')} className="min-w-0 px-2 py-3 sm:px-4 sm:py-6">
          <ViewContext value={design}>
            <EditorPages documents={documents} zoom={1} Content={ShownFields} />
          </ViewContext>
        </main>
        <Facts design={design} />
      </div>
    </div>
  );
}

const ViewContext = createContext<Design | null>(null);

/** A sealed document contains the answers. */
function ShownFields({ documentId, page }: PageInfo) {
  const design = useContext(ViewContext);
  if (design === null || design.workflow.status === 'signed') return null;
  const roles = design.recipients.flatMap((recipient) => recipient.roles);
  return design.fields
    .filter((field) => field.documentId === documentId && field.page === page)
    .map((field) => (
      <ShownField key={field.id} field={field} color={roles.find(({ id }) => id === field.role)?.color} />
    ));
}

function ShownField({ field, color }: { field: Design['fields'][number]; color: string | undefined }) {
  const { posX, posY, style, type, label, value } = field;
  const Icon = FIELD_ICONS[type];
  const placement = {
    left: `${posX}%`,
    top: `${posY}%`,
    width: `${style.width}%`,
    height: `${style.height}%`,
    '--who': color,
  } as CSSProperties;
  return (
    <div className="design-field design-field-shown" style={placement}>
      <span className="design-field-paper">
        <Icon aria-hidden className="design-field-icon" />
        <span className="design-field-word">{value === null || value === '' ? label : value}</span>
      </span>
    </div>
  );
}

function Facts({ design }: { design: Design }) {
  const t = useText('design');
  const { workflow, documents, steps, recipients } = design;
  const contents = contentsOf({ status: workflow.status, steps, recipients });
  return (
    <aside aria-label={t('view.state')} className="design-column">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-14">
        <dt className="text-muted">{t('view.created')}</dt>
        <dd>
          <TimeText seconds={workflow.createDate} />
        </dd>
        {hasDeadline(workflow.status) && (
          <>
            <dt className="text-muted">{t('view.deadline')}</dt>
            <dd>
              <TimeText seconds={workflow.expiryDate} isDeadline />
            </dd>
          </>
        )}
      </dl>
      {workflow.senderMessage && (
        <section>
          <h2 className="mb-2 text-16 font-semibold">{t('view.message')}</h2>
          <p className="max-w-text whitespace-pre-line text-14">{workflow.senderMessage}</p>
        </section>
      )}
      <section>
        <h2 className="mb-2 text-16 font-semibold">{t('view.people')}</h2>
        <Steps design={design} />
      </section>
      <section>
        <h2 className="mb-2 text-16 font-semibold">{t('view.files')}</h2>
        <ul className="flex flex-col gap-2">
          {documents.map(({ id, name, size, url }) => (
            <li key={id}>
              <a href={`${url}?download=1`} download className={buttonClass()}>
                <Download aria-hidden size={18} className="shrink-0" />
                <span className="min-w-0 text-start">
                  {t('view.download', { name: nameFile(name, contents, 'en') })}{' '}
                  <span className="text-13 text-muted">{formatBytes(size, currentLanguage())}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}

function Steps({ design }: { design: Design }) {
  const t = useText('design');
  const documentsText = useText('documents');
  const { steps, recipients, workflow } = design;
  return (
    <ol className="flex flex-col gap-4">
      {inOrder(steps).map((step) => (
        <li key={step.id}>
          <h3 className="mb-1 text-14 font-medium text-muted">
            {t(`view.step_${step.type}`, { order: step.order })}
          </h3>
          <ul className="flex flex-col gap-2">
            {step.actions.map((action) => {
              const person = recipients.find(({ id }) => id === action.recipientId);
              const state = stateOfAction(
                { ...action, isInDone: isStepDone(step) },
                isFinal(workflow.status),
              );
              return (
                <li key={action.id} className="flex items-center gap-3">
                  <PersonRing
                    person={{ name: person?.name ?? action.recipientEmail, tone: toneOfPerson(state) }}
                  />
                  <span className="min-w-0 text-14">
                    <span dir="auto" className="block font-medium">
                      {person?.name ?? action.recipientEmail}
                    </span>
                    <span className="block text-muted">{documentsText(`person.${state}`)}</span>
                  </span>
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
}
