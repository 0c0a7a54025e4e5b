import { useEffect, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';

interface NumberInputProps {
  readonly label: string;
  readonly value: number | null;
  /** Null for an emptied input, where that is allowed. */
  readonly onValue: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly isOptional?: boolean;
}

/** Commits the number on Enter or blur, not while typing. */
export function NumberInput({ label, value, onValue, isOptional = false, ...limits }: NumberInputProps) {
  const shown = value === null ? '' : String(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const commit = () => {
    const number = Number.parseFloat(text);
    if (text.trim() === '' && isOptional) {
      if (value !== null) onValue(null);
    } else if (Number.isFinite(number) && number !== value) onValue(number);
    else setText(shown);
  };
  return (
    <TextField
      label={label}
      type="number"
      inputMode="decimal"
      step="any"
      {...limits}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
