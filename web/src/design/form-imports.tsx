import type { PdfForm, PdfFormField } from '@paraph/domain';
import { FileInput, Layers2 } from 'lucide-react';
import { useState } from 'react';
import { randomKey } from '../api/random-key.ts';
import { useAnnounce } from '../signing/announcer.tsx';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import type { EditorDocument, EditorSource } from './editor-source.ts';
import { FIELD_ICONS } from './field-kinds.ts';
import { boardFieldsOf, formFieldsOf, unusedFormFields } from './form-import-state.ts';
import type { BoardEditor } from './use-board.ts';

interface FormImportsProps {
  readonly source: Pick<EditorSource, 'documents' | 'people'>;
  readonly editor: BoardEditor;
  /** The person for whom fields are added. */
  readonly role: number;
}

/** Offers the forms that the documents bring along: as fields, or as part of their pages. */
export function FormImports({ source, editor, role }: FormImportsProps) {
  const { documents, people } = source;
  const person = people.find((each) => each.role === role)?.name ?? '';
  return documents.flatMap((document) =>
    document.form && document.form.total > 0 ? (
      <FormImport
        key={document.id}
        document={document}
        form={document.form}
        isNamed={documents.length > 1}
        person={person}
        role={role}
        editor={editor}
      />
    ) : (
      []
    ),
  );
}

interface FormImportProps {
  readonly document: EditorDocument;
  readonly form: PdfForm;
  readonly isNamed: boolean;
  readonly person: string;
  readonly role: number;
  readonly editor: BoardEditor;
}

function FormImport({ document, form, isNamed, person, role, editor }: FormImportProps) {
  const t = useText('design');
  const announce = useAnnounce();
  const { board, change } = editor;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const unused = unusedFormFields(form, board.fields, document.id);
  const wanted = unused.filter(({ name }) => !left.has(name));
  const used = formFieldsOf(board.fields, document.id);
  const unusable = form.total - form.fields.length;
  const use = () => {
    if (wanted.length === 0 || person === '') return;
    const target = {
      documentId: document.id,
      role,
      fields: board.fields,
      newKey: () => `new-${randomKey()}`,
    };
    change({ do: 'import', fields: boardFieldsOf(wanted, target) });
    announce(t('said.imported', { count: wanted.length, person }));
  };
  const flatten = () => {
    if (used.length === 0) return;
    change({ do: 'remove', keys: used.map(({ key }) => key) });
    announce(t('said.flattened'));
  };
  return (
    <section className="flex flex-col gap-2 rounded-paper border border-line bg-accent-wash p-3">
      <h3 className="text-14 font-medium">
        {t(isNamed ? 'form.titleNamed' : 'form.title', { count: form.total, document: document.name })}
      </h3>
      <p className="text-13">{t(form.isSigned ? 'form.signed' : 'form.help')}</p>
      {unusable > 0 && !form.isSigned && <p className="text-13">{t('form.unusable', { count: unusable })}</p>}
      {unused.length > 1 && (
        <FormFieldChoice
          fields={unused}
          left={left}
          chosen={wanted.length}
          onLeave={(name, isLeft) => setLeft(withMember(left, name, isLeft))}
        />
      )}
      {unused.length === 0 && form.fields.length > 0 && <p className="text-13">{t('form.allUsed')}</p>}
      {form.fields.length > 0 && (
        <Button
          isSmall
          icon={FileInput}
          aria-disabled={wanted.length === 0 || person === ''}
          onClick={use}
          className="w-full"
        >
          {t('form.use', { count: wanted.length })}
        </Button>
      )}
      {used.length > 0 && !form.isSigned && (
        <Button isSmall variant="quiet" icon={Layers2} onClick={flatten} className="w-full">
          {t('form.flatten')}
        </Button>
      )}
    </section>
  );
}

interface FormFieldChoiceProps {
  readonly fields: readonly PdfFormField[];
  /** Names of the form fields that are not wanted. */
  readonly left: ReadonlySet<string>;
  readonly chosen: number;
  readonly onLeave: (name: string, isLeft: boolean) => void;
}

function FormFieldChoice({ fields, left, chosen, onLeave }: FormFieldChoiceProps) {
  const t = useText('design');
  return (
    <details>
      <summary className="cursor-pointer py-3 text-13 font-medium">
        {t('form.choose', { chosen, count: fields.length })}
      </summary>
      <ul className="max-h-60 overflow-y-auto">
        {fields.map(({ name, kind, label, places: [placement] }) => {
          const Icon = FIELD_ICONS[kind];
          return (
            <li key={name}>
              <label className="touch flex items-center gap-2 text-13">
                <input
                  type="checkbox"
                  checked={!left.has(name)}
                  onChange={({ target }) => onLeave(name, !target.checked)}
                  className="size-4 shrink-0 accent-accent"
                />
                <Icon aria-hidden size={16} className="shrink-0" />
                <span dir="auto" className="min-w-0 truncate">
                  {label}
                </span>
                <span className="ms-auto shrink-0 text-muted">
                  {t(`kind.${kind}`)}, {t('page')} {placement?.page}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function withMember(set: ReadonlySet<string>, name: string, isMember: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isMember) next.add(name);
  else next.delete(name);
  return next;
}
