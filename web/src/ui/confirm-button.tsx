import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

type ConfirmButtonProps = Pick<
  ButtonProps,
  'icon' | 'variant' | 'isSmall' | 'className' | 'aria-describedby'
> &
  Omit<ConfirmDialogProps, 'isOpen' | 'onClose' | 'act'> & {
    /** What the button says where it is another word than that of the dialog. */
    label?: string;
    act: {
      mutate: (none: undefined, options: { onSuccess: () => void }) => void;
      isPending: boolean;
      error: unknown;
    };
  };

/**
 * A button that asks first. The dialog closes after all that follows the act: where that moves the focus, button and
 * dialog are apart, because a dialog that closes gives the focus back.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { icon, variant = 'danger', isSmall = false, className, label, act, ...dialog } = props;
  const { 'aria-describedby': describedBy, ...rest } = dialog;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const look = { icon, variant, isSmall, className, 'aria-describedby': describedBy };
  return (
    <>
      <Button {...look} onClick={() => setAsking(true)}>
        {label ?? rest.confirmLabel}
      </Button>
      <ConfirmDialog
        {...rest}
        isOpen={isAsking}
        onClose={close}
        act={{ ...act, mutate: () => act.mutate(undefined, { onSuccess: close }) }}
      />
    </>
  );
}
