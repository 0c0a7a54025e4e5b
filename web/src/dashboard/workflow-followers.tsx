import { isFinal, readFollowers } from '@paraph/domain';
import { type FormEvent, useRef, useState } from 'react';
import type { Follower, WorkflowDetail } from '../api/wire.ts';
import { saveFollowers, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useAct } from '../ui/use-act.ts';
import { focusField } from './focus-field.ts';
import { FollowerList } from './follower-list.tsx';
import { enteredFollowers, followerForm, type SendFollower } from './follower-state.ts';
import { kindOf } from './send-state.ts';
import { useErrorTexts } from './use-error-texts.ts';

type FollowersProps = { ids: WorkflowIds; workflow: WorkflowDetail; mayEdit: boolean };

/** Who is kept informed, whether they opened it, and the way to change it until the end. */
export function WorkflowFollowers({ ids, workflow, mayEdit }: FollowersProps) {
  const t = useText('followers');
  const [isOpen, setOpen] = useState(false);
  const { followers } = workflow;
  const mayChange = mayEdit && !isFinal(workflow.status);
  if (followers.length === 0 && !mayChange) return null;
  return (
    <section aria-labelledby="followers-heading" className="mt-8">
      <div className="flex flex-wrap items-center gap-x-4">
        <h3 id="followers-heading" className="text-16 font-semibold">
          {t('title')}
        </h3>
        {mayChange && (
          <Button variant="quiet" isSmall className="-mx-3" onClick={() => setOpen(true)}>
            {followers.length === 0 ? t('add') : t('change')}
          </Button>
        )}
      </div>
      {followers.length === 0 ? (
        <p className="text-14 text-muted">{t('none')}</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-3">
          {followers.map((follower) => (
            <FollowerLine key={follower.id} follower={follower} workflow={workflow} />
          ))}
        </ul>
      )}
      {isOpen && <ChangeFollowers ids={ids} workflow={workflow} onClose={() => setOpen(false)} />}
    </section>
  );
}

function FollowerLine({ follower, workflow }: { follower: Follower; workflow: WorkflowDetail }) {
  const t = useText('followers');
  const { name, email, when, ofRecipientId, openedDate, stoppedDate, mailProblem } = follower;
  const followed = workflow.recipients.find(({ id }) => id === ofRecipientId);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium">{name}</p>
        <p className="text-14 break-words text-muted">{email}</p>
        {mailProblem !== null && (
          <p className="text-14 text-stopped">{t('problem', { problem: mailProblem })}</p>
        )}
      </div>
      <div className="text-14 sm:text-end">
        <p>{t(`copies.${when}`)}</p>
        {followed && <p className="text-13 text-muted">{t('ofPerson', { name: followed.name })}</p>}
        <p className="text-13 text-muted">
          {openedDate === null ? (
            t('notOpened')
          ) : (
            <>
              {t('opened')} <TimeText seconds={openedDate} />
            </>
          )}
        </p>
        {stoppedDate !== null && <p className="text-13 text-muted">{t('stopped')}</p>}
      </div>
    </li>
  );
}

type ChangeProps = Pick<FollowersProps, 'ids' | 'workflow'> & { onClose: () => void };

function ChangeFollowers({ ids, workflow, onClose }: ChangeProps) {
  const t = useText('followers');
  const form = useRef<HTMLFormElement>(null);
  const [followers, setFollowers] = useState(() => enteredFollowers(workflow));
  const [hasTried, setTried] = useState(false);
  const saving = useAct({
    does: () => saveFollowers(ids, followers.map(followerForm)),
    done: onClose,
    says: () => t('saved'),
    stale: [{ queryKey: workflowKey(ids) }],
  });
  const errors = errorsOf(followers, workflow);
  const errorTexts = useErrorTexts(hasTried ? errors : [], saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (errors[0]) focusField(form.current, errors[0].path);
    else saving.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('changeTitle')} description={t('changeLead')}>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FollowerList
          isBare
          followers={followers}
          people={workflow.recipients}
          errorTexts={errorTexts}
          workspaceId={workflow.workspaceId}
          onChange={setFollowers}
        />
        <ErrorBanner error={saving.error} shownFields={[...errorTexts.keys()]} />
        <FormActions onLeave={onClose} leave={t('leave')} act={t('save')} busy={saving.isPending} />
      </form>
    </Dialog>
  );
}

/** The server's rules, before anything is sent. */
function errorsOf(followers: SendFollower[], { recipients }: WorkflowDetail) {
  const violations: Record<string, string> = {};
  const people = recipients.map(({ id, email }) => ({ id, emailKey: email.toLowerCase() }));
  readFollowers(followers.map(followerForm), people, violations);
  return Object.entries(violations).map(([path, sentence]) => {
    return { path, sentence, kind: kindOf(path, { steps: [], followers }) };
  });
}
