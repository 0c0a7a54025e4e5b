import { type FormEvent, useState } from 'react';
import {
  changePublicLink,
  makePublicLink,
  type PublicLink,
  publicLinksKey,
} from '../api/public-links-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import { violationsIn } from '../api/violations.ts';
import type { Template } from '../api/wire.ts';
import { LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { formOfLink, keysOf, type LinkForm, listComers, requestOf } from './public-link-state.ts';

interface LinkDialogProps {
  readonly ids: TemplateIds;
  readonly template: Template;
  /** Null for a new one. */
  readonly link: PublicLink | null;
  readonly onSecret?: (secret: string) => void;
  readonly onClose: () => void;
}

/** Makes or changes a public link. */
export function PublicLinkDialog(props: LinkDialogProps) {
  const t = useText('links');
  const title = props.link === null ? t('make') : t('changeOf', { name: props.link.name });
  const hasComer = props.link !== null || listComers(props.template).length > 0;
  return (
    <Dialog isOpen title={title} description={hasComer ? t('makeWhat') : undefined} onClose={props.onClose}>
      {hasComer ? (
        <LinkFields {...props} />
      ) : (
        <>
          <Banner tone="waiting" title={t('noComer')} />
          <Button className="self-end" onClick={props.onClose}>
            {t('close')}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function LinkFields({ ids, template, link, onSecret, onClose }: LinkDialogProps) {
  const t = useText('links');
  const [form, setForm] = useState(() => formOfLink(link, template));
  const saving = useSaving({ ids, template, link, onClose, ...(onSecret ? { onSecret } : {}) });
  const violations = violationsIn(saving.error);
  const change = (next: Partial<LinkForm>) => setForm({ ...form, ...next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(form);
  };
  const inputOf = (key: 'closes' | 'maximum' | 'name' | 'opens', path: string) => ({
    value: form[key],
    error: violations[path],
    onChange: ({ target }: { target: { value: string } }) => change({ [key]: target.value }),
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorBanner error={saving.error} shownFields={['name', 'opensDate', 'closesDate', 'maximum']} />
      <TextField label={t('name')} required {...inputOf('name', 'name')} />
      <OtherPeople form={form} template={template} onChange={change} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField type="datetime-local" label={t('opens')} {...inputOf('opens', 'opensDate')} />
        <TextField type="datetime-local" label={t('closes')} {...inputOf('closes', 'closesDate')} />
        <TextField inputMode="numeric" label={t('maximum')} {...inputOf('maximum', 'maximum')} />
        <SelectField
          label={t('language')}
          value={form.language}
          onChange={({ target }) => change({ language: target.value })}
        >
          <option value="">{t('ofBrowser')}</option>
          {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        label={t('once')}
        hint={t('onceHint')}
        checked={form.oncePerPerson}
        onChange={({ target }) => change({ oncePerPerson: target.checked })}
      />
      <PrefillKeys form={form} template={template} onChange={change} />
      <FormActions onLeave={onClose} act={link === null ? t('make') : t('save')} busy={saving.isPending} />
    </form>
  );
}

function useSaving({ ids, link, onSecret, onClose }: LinkDialogProps) {
  const t = useText('links');
  return useAct({
    does: async (form: LinkForm): Promise<string | null> => {
      const request = requestOf(form);
      if (link === null) return (await makePublicLink(ids, request)).secret;
      const { placeholderId: _same, ...changes } = request;
      await changePublicLink(ids, link.id, changes);
      return null;
    },
    done: (secret, form) => {
      onClose();
      // Who signs no addresses needs no secret; another one can be made at any time.
      if (secret !== null && form.prefillKeys.length > 0) onSecret?.(secret);
    },
    says: () => t(link === null ? 'made' : 'saved'),
    stale: [{ queryKey: publicLinksKey(ids) }],
  });
}

interface SectionProps {
  readonly form: LinkForm;
  readonly template: Template;
  readonly onChange: (next: Partial<LinkForm>) => void;
}

/** Who takes the other places each time; for those without a name, the person who comes is asked. */
function OtherPeople({ form, template: { recipients }, onChange }: SectionProps) {
  const t = useText('links');
  const others = recipients.filter(({ id }) => id !== form.placeholderId);
  const comer = recipients.find(({ id }) => id === form.placeholderId)?.name ?? '';
  const set = (id: number, next: object) => {
    const person = { ...(form.people[id] ?? { name: '', email: '' }), ...next };
    onChange({ people: { ...form.people, [id]: person } });
  };
  return (
    <>
      <p className="text-14">{t('comer', { place: comer })}</p>
      {others.length > 0 && <p className="text-14 text-muted">{t('othersHint')}</p>}
      {others.map(({ id, name: place }) => (
        <div key={id} className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('personName', { place })}
            value={form.people[id]?.name ?? ''}
            autoComplete="off"
            onChange={({ target }) => set(id, { name: target.value })}
          />
          <TextField
            label={t('personEmail', { place })}
            type="email"
            dir="ltr"
            value={form.people[id]?.email ?? ''}
            autoComplete="off"
            onChange={({ target }) => set(id, { email: target.value })}
          />
        </div>
      ))}
    </>
  );
}

/** Fields that the address may fill in unsigned; none where no field has a key. */
function PrefillKeys({ form, template, onChange }: SectionProps) {
  const t = useText('links');
  const keys = keysOf(template, form.placeholderId);
  if (keys.length === 0) return null;
  const toggle = (key: string, isOn: boolean) =>
    onChange({
      prefillKeys: isOn ? [...form.prefillKeys, key] : form.prefillKeys.filter((one) => one !== key),
    });
  return (
    <fieldset className="flex flex-col">
      <legend className="text-14 font-medium">{t('prefill')}</legend>
      <p className="text-13 text-muted">{t('prefillHint')}</p>
      {keys.map((key) => (
        <Checkbox
          key={key}
          label={<code>{key}</code>}
          checked={form.prefillKeys.includes(key)}
          onChange={({ target }) => toggle(key, target.checked)}
        />
      ))}
    </fieldset>
  );
}
