import { useEffect, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';

interface CommittedTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly list?: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/** Commits on Enter or blur: half a word would be saved, and might be refused. */
export function CommittedText({ value, onValue, ...input }: CommittedTextProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text.trim() !== value) onValue(text.trim());
    else setText(value);
  };
  return (
    <TextField
      {...input}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
