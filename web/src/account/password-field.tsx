import { LIMITS } from '@paraph/domain';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type'>;

/** A password input with a show button; allows paste and password managers. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useText('account');
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <TextField {...props} type={isShown ? 'text' : 'password'} className="grow" />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? t('hidePassword') : t('showPassword')}
        onClick={() => setShown(!isShown)}
        className="mt-[26px]"
      />
    </div>
  );
}

/** Validation rules for a new password (react-hook-form). */
export function newPasswordRules(t: (key: string, values?: Record<string, number>) => string) {
  return {
    required: t('passwordNeeded'),
    minLength: {
      value: LIMITS.passwordCharactersMin,
      message: t('passwordShort', { count: LIMITS.passwordCharactersMin }),
    },
    maxLength: {
      value: LIMITS.passwordCharactersMax,
      message: t('passwordLong', { count: LIMITS.passwordCharactersMax }),
    },
  };
}
