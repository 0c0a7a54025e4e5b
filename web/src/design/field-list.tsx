import { memo } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { type BoardField, inReadingOrder } from './board-state.ts';
import type { EditorDocument, EditorPerson } from './editor-source.ts';
import { FIELD_ICONS } from './field-kinds.ts';

interface FieldListProps {
  readonly documents: readonly EditorDocument[];
  readonly people: readonly EditorPerson[];
  readonly fields: readonly BoardField[];
  readonly chosen: readonly string[];
  readonly onChoose: (field: BoardField, isAdding: boolean) => void;
}

/** Every field in reading order; selecting one opens its form. */
export function FieldList({ documents, people, fields, chosen, onChoose }: FieldListProps) {
  const t = useText('design');
  if (fields.length === 0) return <p className="text-14 text-muted">{t('noFields')}</p>;
  const order = documents.map(({ id }) => id);
  return (
    <>
      {fields.length > 1 && <p className="mb-2 text-13 text-muted">{t('chooseMore')}</p>}
      <ul className="flex flex-col gap-1">
        {inReadingOrder(fields, order).map((field) => (
          <FieldRow
            key={field.key}
            field={field}
            person={people.find(({ role }) => role === field.role)}
            documentName={
              documents.length > 1 ? documents.find(({ id }) => id === field.documentId)?.name : undefined
            }
            isChosen={chosen.includes(field.key)}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </>
  );
}

interface FieldRowProps {
  readonly field: BoardField;
  readonly person: EditorPerson | undefined;
  readonly documentName: string | undefined;
  readonly isChosen: boolean;
  readonly onChoose: FieldListProps['onChoose'];
}

const FieldRow = memo(function FieldRow({ field, person, documentName, isChosen, onChoose }: FieldRowProps) {
  const t = useText('design');
  const Icon = FIELD_ICONS[field.type];
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={(event) => onChoose(field, event.shiftKey)}
        className={classNames(
          'touch flex w-full items-center gap-3 rounded-paper border px-3 py-1.5 text-start',
          isChosen ? 'border-accent bg-accent-wash' : 'border-transparent hover:bg-wash',
        )}
      >
        <span aria-hidden className="design-who" style={{ backgroundColor: person?.color }} />
        <Icon aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0">
          <span dir="auto" className="block truncate text-14 font-medium">
            {field.label}
          </span>
          <span className="block truncate text-13 text-muted">
            {t('fieldPlace', { person: person?.name ?? '', page: field.page })}
            {documentName !== undefined && `, ${documentName}`}
          </span>
        </span>
      </button>
    </li>
  );
});
