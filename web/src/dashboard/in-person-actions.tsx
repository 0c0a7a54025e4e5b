import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { HandHelping, Link as LinkIcon } from 'lucide-react';
import type { Recipient, WorkflowDetail } from '../api/wire.ts';
import { createInPersonSession, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatClock } from '../ui/format-time.ts';
import { openTurnsOf } from './workflow-state.ts';

type InPersonProps = { ids: WorkflowIds; person: Pick<Recipient, 'id' | 'name'> };

/** A person whose turn it is signs on this device, or gets a link that the sender copies. */
export function InPersonActions({ ids, person }: InPersonProps) {
  const t = useText('hosting');
  const { name } = person;
  const device = useHandOver({ ids, person });
  const link = useInPerson({ ids, person, way: 'link' });
  const error = device.error ?? link.error;
  return (
    <>
      <Button
        icon={HandHelping}
        variant="quiet"
        isSmall
        aria-label={t('signHereLabel', { name })}
        busy={device.isPending || device.isSuccess}
        onClick={() => device.mutate()}
      >
        {t('signHere')}
      </Button>
      <Button
        icon={LinkIcon}
        variant="quiet"
        isSmall
        aria-label={t('copyLabel', { name })}
        busy={link.isPending}
        onClick={() => link.mutate()}
      >
        {t('copy')}
      </Button>
      {error && (
        <div className="order-last my-2 basis-full ps-3">
          <ErrorBanner error={error} isFormless />
        </div>
      )}
      {link.data && (
        <Dialog
          isOpen
          onClose={() => link.reset()}
          title={t('copyTitle', { name })}
          description={t('copyLead', { name, time: formatClock(link.data.expiresDate, currentLanguage()) })}
        >
          <CopyField label={t('address')} value={link.data.url} />
          <div className="mt-4 flex justify-end">
            <Button onClick={() => link.reset()}>{t('close')}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** After a host has unlocked the device: who signs next on it. */
export function NextInPerson({ ids, workflow }: { ids: WorkflowIds; workflow: WorkflowDetail }) {
  const { inPerson } = useSearch({ strict: false }) as { inPerson?: unknown };
  const turns = openTurnsOf(workflow);
  const actions = workflow.steps.flatMap((step) => step.actions);
  const next = actions.find(({ id }) => turns.remindable.has(id));
  const person = workflow.recipients.find(({ id }) => id === next?.recipientId);
  if (inPerson !== 'next' || !workflow.inPerson || !person) return null;
  return <NextPerson ids={ids} person={person} />;
}

function NextPerson({ ids, person }: InPersonProps) {
  const t = useText('hosting');
  const device = useHandOver({ ids, person });
  return (
    <div className="mb-6">
      <ErrorBanner error={device.error} isFormless />
      <Banner
        tone="info"
        title={t('nextTitle', { name: person.name })}
        action={
          <Button
            variant="primary"
            icon={HandHelping}
            busy={device.isPending || device.isSuccess}
            onClick={() => device.mutate()}
          >
            {t('nextAct')}
          </Button>
        }
      >
        {t('nextLead')}
      </Banner>
    </div>
  );
}

/** Leads to the page on which the host chooses a PIN. */
function useHandOver({ ids, person }: InPersonProps) {
  return useInPerson({ ids, person, way: 'device', onSuccess: ({ url }) => window.location.assign(url) });
}

function useInPerson({
  ids,
  person,
  way,
  onSuccess,
}: InPersonProps & { way: 'device' | 'link'; onSuccess?: (made: { url: string }) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => createInPersonSession(ids, person.id, way),
    onSuccess: (made) => onSuccess?.(made),
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(ids) }),
  });
}
