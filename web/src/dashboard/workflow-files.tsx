import { isFinal, sayFileContents } from '@paraph/domain';
import { Download } from 'lucide-react';
import type { Seal, Workflow } from '../api/wire.ts';
import type { WorkflowIds } from '../api/workflows-api.ts';
import { currentLanguage, translatedLanguage, useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { PageThumb } from './page-thumb.tsx';
import { SealText } from './seal-text.tsx';
import { contentsOf } from './workflow-state.ts';

interface WorkflowFilesProps {
  readonly ids: WorkflowIds;
  readonly workflow: Workflow;
  readonly seals: readonly Seal[];
}

export function WorkflowFiles({ ids, workflow, seals }: WorkflowFilesProps) {
  const t = useText('documents');
  const documents = [...workflow.documents].sort((one, other) => one.position - other.position);
  const isSealed = workflow.status === 'signed';
  const contents = sayFileContents(contentsOf(workflow), translatedLanguage());
  return (
    <ul className="flex flex-col gap-6">
      {documents.map(({ id, file, source }) => (
        <li key={id} className="flex flex-wrap gap-4">
          <PageThumb file={file} isLarge />
          <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-2">
            <h3 id={`file-${id}`} className="font-medium">
              {file.name}
            </h3>
            <p className="text-14 text-muted first-letter:uppercase">
              {contents} · {formatBytes(file.size, currentLanguage())}
            </p>
            <a
              href={file.file}
              download
              aria-describedby={`file-${id}`}
              className={buttonClass(isSealed ? 'primary' : 'plain')}
            >
              <Download aria-hidden size={18} />
              {t('download')}
            </a>
            {source && (
              <a href={source.file} download className="text-14 text-accent underline wrap-anywhere">
                {t('madeFrom', { name: source.name })}
              </a>
            )}
            {isSealed && <SealOf seals={seals} documentId={id} />}
          </div>
        </li>
      ))}
      {isFinal(workflow.status) && <Certificate ids={ids} isSealed={isSealed} />}
      {isFinal(workflow.status) && (
        <MadeFile ids={ids} path="archive" title={t('archive.title')} lead={t('archive.lead')} />
      )}
      {isSealed && <CourtBundle ids={ids} />}
    </ul>
  );
}

/** The certificate of how the workflow ended, which is made when it is first asked for. */
function Certificate({ ids, isSealed }: { ids: WorkflowIds; isSealed: boolean }) {
  const t = useText('documents');
  const title = t(isSealed ? 'certificate.title' : 'certificate.ended');
  const lead = t(isSealed ? 'certificate.lead' : 'certificate.endedLead');
  return <MadeFile ids={ids} path="certificate" title={title} lead={lead} />;
}

/** Everything that proves it, for a court. */
function CourtBundle({ ids }: { ids: WorkflowIds }) {
  const t = useText('documents');
  return (
    <MadeFile ids={ids} path="court-bundle" title={t('courtBundle.title')} lead={t('courtBundle.lead')} />
  );
}

interface MadeFileProps {
  readonly ids: WorkflowIds;
  readonly path: 'archive' | 'certificate' | 'court-bundle';
  readonly title: string;
  readonly lead: string;
}

/** A file about the whole workflow. */
function MadeFile({ ids: { workspaceId, id }, path, title, lead }: MadeFileProps) {
  const t = useText('documents');
  return (
    <li className="flex min-w-0 flex-col items-start gap-2">
      <h3 id={`${path}-heading`} className="font-medium">
        {title}
      </h3>
      <p className="max-w-text text-14 text-muted">{lead}</p>
      <a
        href={`/api/v1/workspaces/${workspaceId}/workflows/${id}/${path}`}
        download
        aria-describedby={`${path}-heading`}
        className={buttonClass('plain')}
      >
        <Download aria-hidden size={18} />
        {t('download')}
      </a>
    </li>
  );
}

/** The newest seal of a document, which may have been renewed. */
function SealOf({ seals, documentId }: { seals: readonly Seal[]; documentId: number }) {
  const seal = seals.findLast((each) => each.documentId === documentId);
  return seal ? <SealText seal={seal} isFull /> : null;
}
