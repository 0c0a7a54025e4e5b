import { randomKey } from '../api/random-key.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { emptyDraft, type SendChange, type SendDraft } from './send-state.ts';

interface LeftUnfinishedProps {
  readonly draft: SendDraft;
  /** Absent in the form of a new document. */
  readonly saved?: SendDraft;
  readonly change: (change: SendChange) => void;
}

/** What was entered before is there again; a form that is started anew can be taken back. */
export function LeftUnfinished({ draft, saved, change }: LeftUnfinishedProps) {
  const t = useText('send');
  const showToast = useToast();
  const startAnew = () => {
    change({ do: 'replace', draft: saved ?? emptyDraft(randomKey()) });
    const undo = () => change({ do: 'replace', draft });
    showToast({ text: t(saved ? 'changesDropped' : 'startedAnew'), undo });
  };
  const anew = <Button onClick={startAnew}>{t(saved ? 'dropChanges' : 'startAnew')}</Button>;
  return <Banner tone="info" title={t(saved ? 'leftUnsaved' : 'leftUnfinished')} action={anew} />;
}
