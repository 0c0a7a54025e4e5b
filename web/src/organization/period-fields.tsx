import { RETENTION_MAX } from '@paraph/domain';
import { useText } from '../text/start-text.ts';
import { TextField } from '../ui/text-field.tsx';
import { type PeriodName, type PeriodTexts, readPeriod } from './retention-state.ts';

type PeriodFieldsProps = {
  names: readonly PeriodName[];
  texts: PeriodTexts;
  onChange: (texts: PeriodTexts) => void;
};

export function PeriodFields({ names, texts, onChange }: PeriodFieldsProps) {
  const t = useText('retention');
  return names.map((name) => (
    <TextField
      key={name}
      inputMode="numeric"
      autoComplete="off"
      label={t(name)}
      value={texts[name]}
      error={readPeriod(name, texts[name]) ? undefined : t('wrongPeriod', { maximum: RETENTION_MAX[name] })}
      onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
    />
  ));
}
