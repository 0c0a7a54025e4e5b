import { useMutation } from '@tanstack/react-query';
import { deleteContact } from '../api/contacts-api.ts';
import type { Contact } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import type { ContactDialogProps } from './contact-dialog.tsx';

type DeleteProps = Omit<ContactDialogProps, 'contact'> & { contact: Contact };

export function DeleteContact({ workspaceId, contact: { id, name }, onClose, onDone }: DeleteProps) {
  const t = useText('contacts');
  const showToast = useToast();
  const deleting = useMutation({
    mutationFn: () => deleteContact(workspaceId, id),
    onSuccess: () => {
      showToast({ text: t('deleted', { name }) });
      onDone();
    },
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
