import { LIMITS } from '@paraph/domain';
import { useMutation } from '@tanstack/react-query';
import { Plus, Trash2, UsersRound } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { randomKey } from '../api/random-key.ts';
import type { Design } from '../api/wire.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { DesignPeople } from './design-api.ts';
import { useFramedText } from './framed-texts.ts';

interface DraftPeopleProps {
  readonly design: Design;
  readonly save: (people: DesignPeople) => Promise<void>;
}

/** Who signs: names and addresses, who goes, and who comes and signs last. */
export function DraftPeople({ design, save }: DraftPeopleProps) {
  const t = useFramedText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" isSmall icon={UsersRound} onClick={() => setOpen(true)}>
        {t('people.open')}
      </Button>
      {isOpen && <PeopleDialog design={design} save={save} onClose={() => setOpen(false)} />}
    </>
  );
}

type Row = DesignPeople[number] & { key: string };
const newRow = (): Row => ({ key: randomKey(), name: '', email: '' });

function PeopleDialog({ design, save, onClose }: DraftPeopleProps & { onClose: () => void }) {
  const t = useFramedText();
  const [rows, setRows] = useState<readonly Row[]>(() => {
    // Whom signers name themselves has no address yet.
    const named = design.recipients.filter(({ email }) => email !== '');
    return named.map(({ id, name, email }) => ({ key: String(id), id, name, email }));
  });
  const saving = useMutation({
    mutationFn: () => save(rows.map(({ key: _, ...person }) => person)),
    onSuccess: onClose,
  });
  const edit = (key: string, change: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('people.title')} description={t('people.lead')}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <ErrorBanner error={saving.error} />
        <ul className="flex flex-col gap-4">
          {rows.map((row) => (
            <li key={row.key} className="flex items-end gap-2">
              <div className="grid min-w-0 grow gap-2 sm:grid-cols-2">
                <TextField
                  label={t('people.name')}
                  autoComplete="off"
                  maxLength={LIMITS.nameCharactersMax}
                  value={row.name}
                  onChange={({ target }) => edit(row.key, { name: target.value })}
                />
                <TextField
                  label={t('people.email')}
                  type="email"
                  autoComplete="off"
                  value={row.email}
                  onChange={({ target }) => edit(row.key, { email: target.value })}
                />
              </div>
              <IconButton
                icon={Trash2}
                label={t('people.remove', { name: row.name })}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              />
            </li>
          ))}
        </ul>
        <Button icon={Plus} className="self-start" onClick={() => setRows([...rows, newRow()])}>
          {t('people.add')}
        </Button>
        <FormActions onLeave={onClose} act={t('people.save')} busy={saving.isPending} />
      </form>
    </Dialog>
  );
}
