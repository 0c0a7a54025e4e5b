import { useText } from '../text/start-text.ts';
import { TextArea } from '../ui/text-field.tsx';

type MessageFieldProps = { value: string; error: string | undefined; onChange: (message: string) => void };

export function MessageField({ value, error, onChange }: MessageFieldProps) {
  const t = useText('send');
  return (
    <TextArea
      label={t('message')}
      hint={t('messageHint')}
      name="senderMessage"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
