import { type ActionType, LIMITS } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import type { TemplateIds } from '../api/templates-api.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';

/** A person whose place in the template gets a name of its own. */
export type TemplatePerson = { key: string; name: string; type: ActionType };
export type SavedRoles = { name: string; roles: ReadonlyMap<string, string>; isAsked: boolean };

type SaveTemplateProps = {
  name: string;
  people: readonly TemplatePerson[];
  hasFollowers: boolean;
  save: (roles: SavedRoles) => Promise<TemplateIds>;
  onClose: () => void;
};

/** Asks what the places of the people are called: names and addresses are not taken along unless they are wanted. */
export function SaveTemplateDialog(props: SaveTemplateProps) {
  const t = useText('templates');
  return (
    <Dialog isOpen onClose={props.onClose} title={t('saveTitle')} description={t('saveLead')}>
      <SaveTemplateForm {...props} />
    </Dialog>
  );
}

function SaveTemplateForm({ name: suggested, people, hasFollowers, save, onClose }: SaveTemplateProps) {
  const t = useText('templates');
  const [name, setName] = useState(suggested);
  const [roles, setRoles] = useState(() => suggestedRoles(people, t));
  const [keepsAddresses, setKeepsAddresses] = useState(false);
  const [hasTried, setTried] = useState(false);
  const saving = useSave(save);
  const errors = errorsOf({ name, roles }, t);
  const errorAt = (key: string) => (hasTried ? errors.get(key) : undefined);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Opened from the form of a document, which must not be sent by it.
    event.stopPropagation();
    setTried(true);
    const named = new Map([...roles].map(([key, role]) => [key, role.trim()]));
    if (errors.size === 0) saving.mutate({ name: name.trim(), roles: named, isAsked: !keepsAddresses });
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label={t('name')}
        autoComplete="off"
        maxLength={LIMITS.nameCharactersMax}
        value={name}
        error={errorAt('')}
        onChange={({ target }) => setName(target.value)}
      />
      {people.map(({ key, name: person }) => (
        <TextField
          key={key}
          label={t('roleOf', { name: person })}
          autoComplete="off"
          maxLength={LIMITS.nameCharactersMax}
          value={roles.get(key) ?? ''}
          error={errorAt(key)}
          onChange={({ target }) => setRoles(new Map([...roles, [key, target.value]]))}
        />
      ))}
      {hasFollowers && (
        <Checkbox
          label={t('keepFollowers')}
          hint={t('keepFollowersHint')}
          checked={keepsAddresses}
          onChange={({ target }) => setKeepsAddresses(target.checked)}
        />
      )}
      <ErrorBanner error={saving.error} isFormless />
      <FormActions
        onLeave={onClose}
        leave={t('saveLeave')}
        act={t('saveAct')}
        busy={saving.isPending || saving.isSuccess}
      />
    </form>
  );
}

function useSave(save: SaveTemplateProps['save']) {
  const t = useText('templates');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: save,
    onSuccess: async ({ id, workspaceId }) => {
      showToast({ text: t('made') });
      await client.invalidateQueries({ queryKey: ['templates'] });
      const params = { workspaceId: String(workspaceId), id: String(id) };
      await navigate({ to: '/templates/$workspaceId/$id', params });
    },
  });
}

/** "Signer 1", "Signer 2", "Reviewer 1": nothing else is known of what a person is in the document. */
function suggestedRoles(people: readonly TemplatePerson[], t: TextOf): Map<string, string> {
  const counts = { sign: 0, review: 0 };
  return new Map(
    people.map(({ key, type }) => {
      counts[type] += 1;
      return [key, t(`suggestedRole.${type}`, { number: counts[type] })];
    }),
  );
}

function errorsOf({ name, roles }: { name: string; roles: ReadonlyMap<string, string> }, t: TextOf) {
  const errors = new Map<string, string>();
  if ([...name.trim()].length < LIMITS.nameCharactersMin) errors.set('', t('nameShort'));
  const seen = new Set<string>();
  for (const [key, role] of roles) {
    const called = role.trim();
    if (called === '') errors.set(key, t('nameMissing'));
    else if (seen.has(called)) errors.set(key, t('roleTwice'));
    seen.add(called);
  }
  return errors;
}
