import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { SendProblem } from './send-check.ts';

interface SendCheckDialogProps {
  /** Null while it is closed. */
  readonly problems: readonly SendProblem[] | null;
  readonly onClose: () => void;
  /** Leads to where it is solved. */
  readonly onSolve: (problem: SendProblem) => void;
}

/** What is missing before the draft can be sent, each with the way to solve it. */
export function SendCheckDialog({ problems, onClose, onSolve }: SendCheckDialogProps) {
  const t = useText('design');
  const list = useRef<HTMLUListElement>(null);
  const solve = (problem: SendProblem) => {
    onSolve(problem);
    // The button that was pressed is gone; there is none where the dialog has closed.
    list.current?.querySelector('button')?.focus();
  };
  return (
    <Dialog
      isOpen={problems !== null}
      onClose={onClose}
      title={t('check.title')}
      description={t('check.lead')}
      actions={<Button onClick={onClose}>{t('check.back')}</Button>}
    >
      <ul ref={list} className="border-t border-line">
        {problems?.map((problem) => (
          <li key={keyOf(problem)} className="flex flex-wrap items-center gap-x-3 border-b border-line py-2">
            <CircleAlert aria-hidden size={18} className="shrink-0 text-waiting" />
            <span className="min-w-40 flex-1 text-14 wrap-anywhere">{textOf(t, problem)}</span>
            {'field' in problem || problem.kind === 'noSignature' ? (
              <Button isSmall onClick={() => solve(problem)} className="ms-auto">
                {t(problem.kind === 'noSignature' ? 'check.add' : 'check.show')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function textOf(t: ReturnType<typeof useText>, problem: SendProblem): string {
  switch (problem.kind) {
    case 'noSigners':
      return t('nobodyHelp');
    case 'noSignature':
      return t('check.noSignature', { name: problem.name });
    case 'offPage':
      return t('check.offPage', { label: problem.field.label, page: problem.field.page });
    case 'illegible':
      return t('check.illegible', {
        label: problem.field.label,
        page: problem.field.page,
        width: problem.size.width,
        height: problem.size.height,
      });
    default:
      return t('check.duplicate', { email: problem.email, order: problem.order });
  }
}

function keyOf(problem: SendProblem): string {
  if (problem.kind === 'noSignature') return `signature ${problem.role}`;
  if ('field' in problem) return `${problem.kind} ${problem.field.key}`;
  return problem.kind === 'duplicate' ? `email ${problem.order} ${problem.email}` : problem.kind;
}
