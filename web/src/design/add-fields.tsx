import { FIELD_TYPES, type FieldType } from '@paraph/domain';
import { Eye } from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import type { EditorPerson } from './editor-source.ts';
import { FIELD_ICONS } from './field-kinds.ts';

interface AddFieldsProps {
  readonly people: readonly EditorPerson[];
  /** What may be placed; undefined for all types. */
  readonly types: readonly FieldType[] | undefined;
  readonly role: number;
  readonly onRole: (role: number) => void;
  /** Fields that the documents offer to the person. */
  readonly offers: ReactNode;
  /** Adds a field in the middle of the visible page. */
  readonly onAdd: (type: FieldType) => void;
  /** Adds a field under the pointer, which keeps dragging it. */
  readonly onDragIn: (type: FieldType, event: globalThis.PointerEvent) => boolean;
  /** Shows the signing page of the chosen person; undefined where there is none. */
  readonly onTry: (() => void) | undefined;
}

/** Choice of person and field type: a press adds the field in the middle of the view, dragging where it is dropped. */
export function AddFields(props: AddFieldsProps) {
  const { people, types = FIELD_TYPES, role, onRole, offers, onAdd, onDragIn, onTry } = props;
  const t = useText('design');
  const mayDrag = useMediaQuery('(pointer: fine)');
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 text-14 font-medium">{t('forWhom')}</legend>
        {people.map((person) => (
          <PersonChoice
            key={person.role}
            person={person}
            isChosen={person.role === role}
            onChoose={() => onRole(person.role)}
          />
        ))}
        {onTry && people.length > 0 && (
          <Button icon={Eye} isSmall onClick={onTry} className="mt-1 self-start">
            {t('tryAsSigner')}
          </Button>
        )}
      </fieldset>
      {offers}
      <fieldset>
        <legend className="mb-1 text-14 font-medium">{t('addField')}</legend>
        <p className="mb-2 text-13 text-muted">{t(mayDrag ? 'addHelp' : 'addHelpTouch')}</p>
        <div className="grid grid-cols-2 gap-2">
          {types.map((type) => (
            <KindButton key={type} type={type} onAdd={onAdd} onDragIn={onDragIn} />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

interface PersonChoiceProps {
  readonly person: EditorPerson;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PersonChoice({ person, isChosen, onChoose }: PersonChoiceProps) {
  return (
    <label
      className={classNames(
        'touch flex items-center gap-3 rounded-paper border px-3 py-1.5',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent bg-accent-wash' : 'border-line bg-surface hover:bg-wash',
      )}
    >
      <input
        type="radio"
        name="design-person"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <span aria-hidden className="design-who" style={{ backgroundColor: person.color }} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-14 font-medium">
          {person.name}
        </span>
        <span className="block truncate text-13 text-muted">{person.stepText}</span>
      </span>
    </label>
  );
}

type KindButtonProps = Pick<AddFieldsProps, 'onAdd' | 'onDragIn'> & { readonly type: FieldType };

const DRAG_PIXELS = 6;

function KindButton({ type, onAdd, onDragIn }: KindButtonProps) {
  const t = useText('design');
  const Icon = FIELD_ICONS[type];
  const wasDragged = useRef(false);
  const onPointerDown = (start: PointerEvent) => {
    wasDragged.current = false;
    // Touch scrolls this list.
    if (start.pointerType === 'touch' || start.button !== 0) return;
    const onMove = (event: globalThis.PointerEvent) => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_PIXELS) return;
      wasDragged.current = true;
      if (onDragIn(type, event)) stop();
    };
    const stop = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', stop);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', stop);
  };
  return (
    <button
      type="button"
      id={`design-add-${type}`}
      onPointerDown={onPointerDown}
      // The pointer's click that ends a drag adds nothing; a click by key has no detail.
      onClick={(event) => (event.detail === 0 || !wasDragged.current) && onAdd(type)}
      className={KIND}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0">{t(`kind.${type}`)}</span>
    </button>
  );
}

const KIND =
  'touch flex items-center gap-1.5 rounded-paper border border-edge bg-surface px-2 py-1.5 text-start text-13 ' +
  'hover:bg-wash';
