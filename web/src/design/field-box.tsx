import { type CSSProperties, type KeyboardEvent, memo } from 'react';
import { useAnnounce } from '../signing/announcer.tsx';
import { useText } from '../text/start-text.ts';
import type { BoardChange, BoardField } from './board-state.ts';
import type { EditorPerson } from './editor-source.ts';
import { FIELD_ICONS } from './field-kinds.ts';
import { moved, type PageSize, resized } from './place-state.ts';
import type { Grab } from './use-field-drag.ts';

interface FieldBoxProps {
  readonly field: BoardField;
  readonly person: EditorPerson | undefined;
  readonly size: PageSize;
  readonly isChosen: boolean;
  readonly change: (change: BoardChange) => void;
  readonly grab: Grab;
  readonly onRemove: (field: BoardField) => void;
  readonly onDuplicate: (field: BoardField) => void;
  readonly onLeave: () => void;
}

/** A field on its page: held with a pointer, or moved by keys while it has the focus. */
export const FieldBox = memo(function FieldBox(props: FieldBoxProps) {
  const { field, person, isChosen, change, grab } = props;
  const t = useText('design');
  const onKeyDown = useFieldKeys(props);
  const Icon = FIELD_ICONS[field.type];
  const style = {
    left: `${field.posX}%`,
    top: `${field.posY}%`,
    width: `${field.width}%`,
    height: `${field.height}%`,
    '--who': person?.color,
  } as CSSProperties;
  return (
    <div className="design-field" data-chosen={isChosen || undefined} style={style}>
      <span aria-hidden className="design-field-paper">
        <Icon className="design-field-icon" />
        <span className="design-field-word">{field.label}</span>
      </span>
      <button
        type="button"
        id={fieldElementId(field.key)}
        aria-label={t('fieldNamed', {
          label: field.label,
          kind: t(`kind.${field.type}`),
          person: person?.name ?? '',
          need: t(field.required ? 'required' : 'optional'),
          page: field.page,
        })}
        aria-describedby="design-field-keys"
        aria-pressed={isChosen}
        onFocus={() => !isChosen && change({ do: 'choose', key: field.key })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.focus({ preventScroll: true });
          grab(event, field, 'move');
        }}
        className="design-field-body"
      />
      {isChosen && (
        <span
          aria-hidden
          className="design-field-grip"
          onPointerDown={(event) => {
            // The focus stays on the field, whose keys do the same.
            event.preventDefault();
            if (event.button === 0) grab(event, field, 'resize');
          }}
        />
      )}
    </div>
  );
});

export function fieldElementId(key: string): string {
  return `design-${key}`;
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Arrows move, with Shift they resize, with Ctrl by little; plus and minus resize both ways. */
function useFieldKeys({ field, size, change, onRemove, onDuplicate, onLeave }: FieldBoxProps) {
  const t = useText('design');
  const announce = useAnnounce();
  const edit = (to: Partial<BoardField>, act: string) => {
    change({ do: 'edit', key: field.key, change: to, act });
    const { posX, posY, width, height } = { ...field, ...to };
    announce(
      act === 'nudge'
        ? t('said.place', { x: Math.round(posX), y: Math.round(posY) })
        : t('said.size', { width: Math.round(width), height: Math.round(height) }),
    );
  };
  const resize = (width: number, height: number) =>
    edit(resized(field, { width, height }, { type: field.type, page: size }), 'resize');
  return (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = event.ctrlKey || event.metaKey ? 0.2 : 1;
    if (arrow && event.shiftKey) resize(arrow.x * step, arrow.y * step);
    else if (arrow) edit(moved(field, { x: arrow.x * step, y: arrow.y * step }), 'nudge');
    else if (event.key === '+' || event.key === '=') resize(1, 1);
    else if (event.key === '-') resize(-1, -1);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(field);
    else if (event.key === 'd' && (event.ctrlKey || event.metaKey)) onDuplicate(field);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
}
