import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import type { InvitationOutcome } from './invite-state.ts';

export type Invited = {
  outcomes: readonly InvitationOutcome[];
  /** Why the invited people could not be added to the workspace; null where they were. */
  workspaceError: unknown;
};

type InviteOutcomeProps = {
  invited: Invited;
  onDone: () => void;
  onCorrect: (refused: readonly string[]) => void;
};

/** The result for each address, refused ones first. */
export function InviteOutcome({ invited, onDone, onCorrect }: InviteOutcomeProps) {
  const t = useText('organization');
  const top = useRef<HTMLDivElement>(null);
  // The form that had the focus is unmounted.
  useEffect(() => top.current?.focus(), []);
  const refused = invited.outcomes.filter(({ isInvited }) => !isInvited);
  const sent = invited.outcomes.filter(({ isInvited }) => isInvited);
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {refused.length > 0 && <Banner tone="waiting" title={t('outcomeRefused', { count: refused.length })} />}
      {sent.length > 0 && <Banner tone="done" title={t('outcomeSent', { count: sent.length })} />}
      {invited.workspaceError !== null && (
        <>
          <p className="font-medium">{t('inviteWorkspaceFailed')}</p>
          <ErrorBanner error={invited.workspaceError} isFormless />
        </>
      )}
      <ul aria-label={t('outcome')} className="flex flex-col divide-y divide-line">
        {[...refused, ...sent].map((outcome) => (
          <OutcomeLine key={outcome.email} outcome={outcome} />
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        {refused.length > 0 && (
          <Button onClick={() => onCorrect(refused.map(({ email }) => email))}>{t('correct')}</Button>
        )}
        <Button variant="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

function OutcomeLine({ outcome }: { outcome: InvitationOutcome }) {
  const t = useText('organization');
  const Icon = outcome.isInvited ? CircleCheck : CircleX;
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon
        aria-hidden
        size={18}
        className={outcome.isInvited ? 'mt-1 shrink-0 text-done' : 'mt-1 shrink-0 text-stopped'}
      />
      <div className="min-w-0">
        <p>
          {outcome.email}
          <span className="text-14 text-muted"> · {t(outcome.isInvited ? 'isSent' : 'isRefused')}</span>
        </p>
        {outcome.message && (
          <p lang="en" dir="ltr" className="text-14 text-stopped">
            {outcome.message}
          </p>
        )}
      </div>
    </li>
  );
}
