import { type CSSProperties, type KeyboardEvent, memo } from 'react';
import { useAnnounce } from '../signing/announcer.tsx';
import { useText } from '../text/start-text.ts';
import type { BoardChange, BoardField } from './board-state.ts';
import { movedTogether, type PageSize, resized } from './box-state.ts';
import type { EditorPerson } from './editor-source.ts';
import { FIELD_ICONS } from './field-kinds.ts';
import type { Grab } from './use-field-drag.ts';

interface FieldBoxProps {
  readonly field: BoardField;
  readonly person: EditorPerson | undefined;
  readonly size: PageSize;
  readonly isChosen: boolean;
  /** The selected fields that move together, this one last. */
  readonly group?: readonly BoardField[] | undefined;
  readonly change: (change: BoardChange) => void;
  readonly grab: Grab;
  readonly onRemove: (fields: readonly BoardField[]) => void;
  readonly onDuplicate: (field: BoardField) => void;
  readonly onLeave: () => void;
}

/** A field on its page, moved by pointer or by keys. */
export const FieldBox = memo(function FieldBox(props: FieldBoxProps) {
  const { field, person, isChosen, group = [field], change, grab } = props;
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
        <span dir="auto" className="design-field-word">
          {field.label}
          {person && <span className="design-field-person"> · {person.name}</span>}
        </span>
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
        onFocus={({ currentTarget }) => {
          // The pointer handler has already set the selection.
          if (!isChosen && currentTarget.matches(':focus-visible'))
            change({ do: 'choose', keys: [field.key] });
        }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.focus({ preventScroll: true });
          if (event.shiftKey) change({ do: 'toggle', key: field.key });
          else if (!isChosen) change({ do: 'choose', keys: [field.key] });
          if (!event.shiftKey) grab(event, isChosen ? group : [field], 'move');
        }}
        className="design-field-body"
      />
      {isChosen && (
        <span
          aria-hidden
          className="design-field-grip"
          onPointerDown={(event) => {
            // Keep the focus on the field, whose keys resize it too.
            event.preventDefault();
            if (event.button === 0) grab(event, [field], 'resize');
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

/** Arrows move the selection, with Shift they resize this field, with Ctrl in small steps; plus and minus resize. */
function useFieldKeys({
  field,
  group = [field],
  size,
  change,
  onRemove,
  onDuplicate,
  onLeave,
}: FieldBoxProps) {
  const t = useText('design');
  const announce = useAnnounce();
  const move = (x: number, y: number) => {
    const boxes = movedTogether(group, { x, y });
    const edits = group.map(({ key }, index) => ({ key, change: boxes[index] ?? {} }));
    change({ do: 'edit', edits, act: 'nudge' });
    const { posX, posY } = boxes[group.indexOf(field)] ?? field;
    announce(t('said.place', { x: posX, y: posY }));
  };
  const resize = (across: number, down: number) => {
    const by = { width: across, height: down };
    const { width, height } = resized(field, by, { type: field.type, page: size });
    change({ do: 'edit', edits: [{ key: field.key, change: { width, height } }], act: 'resize' });
    announce(t('said.size', { width, height }));
  };
  return (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = event.ctrlKey || event.metaKey ? 0.2 : 1;
    if (arrow && event.shiftKey) resize(arrow.x * step, arrow.y * step);
    else if (arrow) move(arrow.x * step, arrow.y * step);
    else if (event.key === '+' || event.key === '=') resize(1, 1);
    else if (event.key === '-') resize(-1, -1);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(group);
    else if (event.key === 'd' && (event.ctrlKey || event.metaKey)) onDuplicate(field);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
}
