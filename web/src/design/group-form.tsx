import {
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  type LucideIcon,
  Scaling,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import type { BoardChange, BoardField } from './board-state.ts';
import { type Alignment, aligned } from './box-state.ts';

const WAYS: readonly { how: Alignment; icon: LucideIcon }[] = [
  { how: 'left', icon: AlignStartVertical },
  { how: 'right', icon: AlignEndVertical },
  { how: 'top', icon: AlignStartHorizontal },
  { how: 'bottom', icon: AlignEndHorizontal },
  { how: 'size', icon: Scaling },
];

interface GroupFormProps {
  readonly fields: readonly BoardField[];
  readonly change: (change: BoardChange) => void;
  /** Chooses pages and documents for copies. */
  readonly copyForm: ReactNode;
  readonly saveForm: ReactNode;
  readonly onRemove: (fields: readonly BoardField[]) => void;
}

/** Actions for several selected fields. */
export function GroupForm({ fields, change, copyForm, saveForm, onRemove }: GroupFormProps) {
  const t = useText('design');
  const align = (how: Alignment) => {
    const boxes = aligned(fields, how);
    const edits = fields.map(({ key }, index) => ({ key, change: boxes[index] ?? {} }));
    change({ do: 'edit', edits, act: `align ${how}` });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-14 text-muted">{t('manyChosen', { count: fields.length })}</p>
      {WAYS.map(({ how, icon }) => (
        <Button key={how} icon={icon} onClick={() => align(how)}>
          {t(`align.${how}`)}
        </Button>
      ))}
      {copyForm}
      {saveForm}
      <Button icon={Trash2} variant="danger" onClick={() => onRemove(fields)}>
        {t('removeAll')}
      </Button>
    </div>
  );
}
