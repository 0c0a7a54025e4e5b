import { EXPORT_CONTENTS, type ExportContent } from '@paraph/domain';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FolderArchive } from 'lucide-react';
import { useState } from 'react';
import { makeExport, type NewExport } from '../api/exports-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';

interface ExportButtonProps {
  readonly workspaceId: number;
  /** Which documents: those that are named, or all that the list finds. */
  readonly which: Pick<NewExport, 'filter' | 'ids'>;
  /** How many they are; null where that is not known. */
  readonly count: number | null;
}

/** Asks for an archive of documents, and shows how far it is. */
export function ExportButton(props: ExportButtonProps) {
  const t = useText('exports');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FolderArchive} onClick={() => setOpen(true)}>
        {t(props.count === null ? 'openAll' : 'open')}
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ workspaceId, which, count, onClose }: ExportButtonProps & { onClose: () => void }) {
  const t = useText('exports');
  const navigate = useNavigate();
  const [contents, setContents] = useState<readonly ExportContent[]>(['documents', 'certificates']);
  const making = useMutation({
    mutationFn: () => makeExport(workspaceId, { ...which, contents }),
    onSuccess: () => navigate({ to: '/exports/$workspaceId', params: { workspaceId: String(workspaceId) } }),
  });
  const toggle = (content: ExportContent) =>
    setContents(
      contents.includes(content) ? contents.filter((each) => each !== content) : [...contents, content],
    );
  const title = count === null ? t('titleAll') : t('titleOf', { count });
  return (
    <Dialog isOpen onClose={onClose} title={title} description={t('what')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          making.mutate();
        }}
      >
        <ErrorBanner error={making.error} isFormless />
        <fieldset className="flex flex-col">
          <legend className="mb-1 font-medium">{t('contents')}</legend>
          {EXPORT_CONTENTS.map((content) => (
            <Checkbox
              key={content}
              label={t(content)}
              checked={contents.includes(content)}
              onChange={() => toggle(content)}
            />
          ))}
        </fieldset>
        <FormActions onLeave={onClose} act={t('act')} busy={making.isPending} />
      </form>
    </Dialog>
  );
}
