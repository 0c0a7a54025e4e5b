import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { setPlaceholders, setTemplateSteps, type TemplateIds, templateKey } from '../api/templates-api.ts';
import type { Template } from '../api/wire.ts';
import { planPlaceholders, stepsRequest } from '../dashboard/placeholder-plan.ts';
import { SendPeople } from '../dashboard/send-people.tsx';
import { changeSteps, type SendStep } from '../dashboard/send-steps.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useToast } from '../ui/toast.tsx';
import { stepsOfTemplate, validatePlaceholders } from './template-state.ts';

/** The placeholders of a template and their steps. */
export function TemplatePeople({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('templates');
  const showToast = useToast();
  const client = useQueryClient();
  const [steps, change] = useReducer(changeSteps, template, stepsOfTemplate);
  const [hasTried, setTried] = useState(false);
  const [first] = useState(steps);
  const errors = validatePlaceholders(steps);
  const saving = useMutation({
    mutationFn: (shown: SendStep[]) => savePeople(ids, template, shown),
    onSuccess: () => showToast({ text: t('peopleSaved') }),
    // Reload even after an error: one of the two calls may have succeeded.
    onSettled: () => client.invalidateQueries({ queryKey: templateKey(ids) }),
  });
  const errorTexts = new Map(hasTried ? [...errors].map(([path, key]) => [path, t(key)] as const) : []);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (errors.size === 0) saving.mutate(steps);
      }}
      className="flex flex-col gap-4"
    >
      <SendPeople steps={steps} errorTexts={errorTexts} change={change} isPlaceholders />
      <ErrorBanner error={saving.error} />
      {steps !== first && (
        <Button type="submit" variant="primary" busy={saving.isPending} className="self-start">
          {t('savePeople')}
        </Button>
      )}
    </form>
  );
}

async function savePeople(ids: TemplateIds, template: Template, steps: SendStep[]): Promise<void> {
  const plan = planPlaceholders(steps, template.recipients);
  const saved = await setPlaceholders(ids, plan.recipients);
  await setTemplateSteps(ids, stepsRequest(steps, plan, saved));
}
