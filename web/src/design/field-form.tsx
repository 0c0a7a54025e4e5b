import { FIELD_TYPES, type FieldType, LIMITS } from '@paraph/domain';
import { Copy, CopyPlus, Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import type { BoardChange, BoardField } from './board-state.ts';
import { minSize, onPage, type PageSize } from './box-state.ts';
import type { EditorPerson } from './editor-source.ts';
import { NumberInput } from './number-input.tsx';
import { RuleForm } from './rule-form.tsx';

interface FieldFormProps {
  readonly field: BoardField;
  /** All fields of the board. */
  readonly fields: readonly BoardField[];
  readonly people: readonly EditorPerson[];
  /** What the field may become; undefined for all types. */
  readonly types: readonly FieldType[] | undefined;
  /** The sizes of the pages of the field's document. */
  readonly sizes: readonly PageSize[];
  readonly change: (change: BoardChange) => void;
  readonly onDuplicate: (field: BoardField) => void;
  readonly onCopyToPages: (field: BoardField) => void;
  /** Chooses other pages and documents for copies. */
  readonly copyForm: ReactNode;
  readonly onRemove: (fields: readonly BoardField[]) => void;
}

/** All properties of a field as form inputs. */
export function FieldForm(props: FieldFormProps) {
  const { field, people, types = FIELD_TYPES, change } = props;
  const t = useText('design');
  const offered = types.includes(field.type) ? types : [field.type, ...types];
  const edit = (to: Partial<BoardField>, act: string) =>
    change({ do: 'edit', edits: [{ key: field.key, change: to }], act });
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={t('label')}
        value={field.label}
        maxLength={LIMITS.nameCharactersMax}
        onChange={(event) => edit({ label: event.target.value }, 'label')}
      />
      <SelectField
        label={t('kindOfField')}
        value={field.type}
        onChange={(event) =>
          edit({ type: FIELD_TYPES.find((type) => type === event.target.value) ?? field.type }, 'type')
        }
      >
        {offered.map((type) => (
          <option key={type} value={type}>
            {t(`kind.${type}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('person')}
        value={field.role}
        onChange={(event) => edit({ role: Number(event.target.value) }, 'role')}
      >
        {people.map(({ role, name, stepText }) => (
          <option key={role} value={role}>
            {people.some((each) => each.role !== role && each.name === name) ? `${name} (${stepText})` : name}
          </option>
        ))}
      </SelectField>
      {!field.readOnly && field.type !== 'date' && (
        <Checkbox
          label={t('mustBeFilled')}
          checked={field.required}
          onChange={(event) => edit({ required: event.target.checked }, 'required')}
        />
      )}
      <RuleForm field={field} fields={props.fields} change={change} />
      <PositionInputs {...props} />
      {props.copyForm}
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => props.onDuplicate(field)}>
          {t('duplicate')}
        </Button>
        {props.sizes.length > 1 && (
          <Button icon={CopyPlus} onClick={() => props.onCopyToPages(field)}>
            {t('copyToPages')}
          </Button>
        )}
        <Button icon={Trash2} variant="danger" onClick={() => props.onRemove([field])}>
          {t('remove')}
        </Button>
      </div>
    </div>
  );
}

/** Anchors have positions with more digits than people read. */
function shownPercent(value: number): number {
  return Math.round(value * 10) / 10;
}

const SIDES = ['posX', 'posY', 'width', 'height'] as const;

function PositionInputs({ field, sizes, change }: FieldFormProps) {
  const t = useText('design');
  const size = sizes[field.page - 1];
  const set = (to: Partial<BoardField>) => {
    if (size === undefined) return;
    const least = minSize(field.type, size);
    const box = { ...field, ...to };
    const { posX, posY, width, height } = onPage({
      ...box,
      width: Math.max(box.width, least.width),
      height: Math.max(box.height, least.height),
    });
    const placement = { posX, posY, width, height, page: box.page };
    change({ do: 'edit', edits: [{ key: field.key, change: placement }], act: 'place' });
  };
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-medium">{t('place')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {SIDES.map((side) => (
          <NumberInput
            key={side}
            label={t(`side.${side}`)}
            value={shownPercent(field[side])}
            min={0}
            max={100}
            step={0.1}
            onValue={(value) => value !== null && set({ [side]: value })}
          />
        ))}
        {sizes.length > 1 && (
          <SelectField
            label={t('page')}
            value={field.page}
            className="col-span-2"
            onChange={(event) => set({ page: Number(event.target.value) })}
          >
            <PageOptions total={sizes.length} />
          </SelectField>
        )}
      </div>
    </fieldset>
  );
}

/** Memoized: there may be hundreds of options. */
const PageOptions = memo(function PageOptions({ total }: { total: number }) {
  const t = useText('design');
  return Array.from({ length: total }, (_none, index) => index + 1).map((page) => (
    <option key={page} value={page}>
      {t('pageNumber', { page, total })}
    </option>
  ));
});
