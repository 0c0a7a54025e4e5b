import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Attachments, Workflow } from '../api/wire.ts';
import { type WorkflowIds, workflowSectionQuery } from '../api/workflows-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';

interface WorkflowAttachmentsProps {
  readonly ids: WorkflowIds;
  readonly workflow: Workflow;
  readonly mayChange: boolean;
}

/** The files that signers attached; none until one of them has signed. */
export function WorkflowAttachments({ ids, workflow, mayChange }: WorkflowAttachmentsProps) {
  const t = useText('documents');
  const isAsked = workflow.fields.some(({ type }) => type === 'attachment');
  const query = useQuery({ ...workflowSectionQuery(ids, 'attachments', mayChange), enabled: isAsked });
  const attachments = query.data ?? [];
  if (attachments.length === 0) return null;
  const nameOf = (id: number) => workflow.recipients.find((recipient) => recipient.id === id)?.name ?? '';
  return (
    <section aria-labelledby="attachments-heading" className="mt-8">
      <h3 id="attachments-heading" className="mb-3 text-16 font-semibold">
        {t('attachments.title')}
      </h3>
      <ul className="flex flex-col gap-5">
        {attachments.map((attachment) => (
          <AttachedFile
            key={attachment.fieldId}
            attachment={attachment}
            signer={nameOf(attachment.recipientId)}
          />
        ))}
      </ul>
    </section>
  );
}

function AttachedFile({ attachment, signer }: { attachment: Attachments[number]; signer: string }) {
  const t = useText('documents');
  const { fieldId, label, name, size, sha256, addDate, file } = attachment;
  return (
    <li className="flex min-w-0 flex-col items-start gap-1">
      <p id={`attachment-${fieldId}`} className="max-w-full break-words font-medium">
        {name}
      </p>
      <p className="text-14 text-muted">
        {label} · {formatBytes(size, currentLanguage())}
      </p>
      <p className="text-14 text-muted">
        {t('attachments.from', { name: signer })} <TimeText seconds={addDate} />
      </p>
      <p className="max-w-full break-all font-mono text-13 text-muted">SHA-256 {sha256}</p>
      <a
        href={new URL(file).pathname}
        download
        aria-describedby={`attachment-${fieldId}`}
        className={buttonClass('plain', true)}
      >
        <Download aria-hidden size={16} />
        {t('download')}
      </a>
    </li>
  );
}
