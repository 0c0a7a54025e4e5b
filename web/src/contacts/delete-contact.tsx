import { deleteContact } from '../api/contacts-api.ts';
import type { Contact } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import type { ContactDialogProps } from './contact-dialog.tsx';

type DeleteProps = Omit<ContactDialogProps, 'contact'> & { contact: Contact };

export function DeleteContact({ workspaceId, contact: { id, name }, onClose, onDone }: DeleteProps) {
  const t = useText('contacts');
  const deleting = useAct({
    does: () => deleteContact(workspaceId, id),
    done: onDone,
    says: () => t('deleted', { name }),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      act={deleting}
      title={t('deleteNamed', { name })}
      description={t('deleteLead')}
      confirmLabel={t('delete')}
    />
  );
}
