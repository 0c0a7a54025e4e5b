import type { FieldType, PdfForm } from '@paraph/domain';
import type { Design, DesignedFields, NewFields, SuggestedFields } from '../api/wire.ts';
import { currentLanguage, type TextOf } from '../text/start-text.ts';
import type { DesignApi } from './design-api.ts';

export interface EditorDocument {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** The form that the uploaded PDF brings along. */
  readonly form?: PdfForm | null;
}

/** A signer in one of their roles, or the people of a group, any of whom takes the place. */
export interface EditorPerson {
  readonly role: number;
  readonly name: string;
  readonly color: string;
  /** The role's step as text. */
  readonly stepText: string;
}

/** What the editor edits: a draft or a template. */
export interface EditorSource {
  /** Whose saved blocks of fields are offered; absent where there is no account. */
  readonly workspaceId?: number;
  /** What may be placed; absent for all types. */
  readonly fieldTypes?: readonly FieldType[];
  readonly documents: readonly EditorDocument[];
  readonly people: readonly EditorPerson[];
  readonly fields: DesignedFields;
  readonly save: (fields: NewFields) => Promise<DesignedFields>;
  /** The signing page as a person of this role will see it; templates have no people yet. */
  readonly trialUrl?: (role: number) => string;
  /** The printed places of a document, where the server looks for them. */
  readonly suggest?: (documentId: number) => Promise<SuggestedFields>;
}

type Roled = { name: string; roles: readonly { id: number; type: string; color: string }[] };
/** A group of roles; its fields are placed for the first of them. */
type Chosen = { required: number; roles: readonly number[] };
type Stepped = { order: number; actions: readonly { role: number }[] };

/** The signers, one entry per role, in step order. */
export function peopleOf(
  {
    recipients,
    steps,
    choices = [],
  }: { recipients: readonly Roled[]; steps: readonly Stepped[]; choices?: readonly Chosen[] },
  t: TextOf,
): EditorPerson[] {
  const orderOf = (role: number) =>
    steps.find(({ actions }) => actions.some((action) => action.role === role))?.order;
  const nameOf = (role: number) => recipients.find(({ roles }) => roles.some(({ id }) => id === role))?.name;
  return recipients
    .flatMap(({ name, roles }) =>
      roles
        .filter(({ type }) => type === 'sign')
        .map(({ id, color }) => ({ role: id, name, color, order: orderOf(id) })),
    )
    .sort((one, other) => (one.order ?? Number.MAX_VALUE) - (other.order ?? Number.MAX_VALUE))
    .flatMap(({ order, ...person }) => {
      const stepText = order === undefined ? t('part_free') : t('part_sign', { order });
      const choice = choices.find(({ roles }) => roles.includes(person.role));
      if (!choice) return [{ ...person, stepText }];
      const place = choice.roles.indexOf(person.role) + 1;
      const { required: count } = choice;
      if (place > count) return [];
      const name = groupName(
        choice.roles.flatMap((role) => nameOf(role) ?? []),
        { count, t },
      );
      const isAlone = count === 1 || order === undefined;
      return [{ ...person, name, stepText: isAlone ? stepText : t('part_place', { order, place, count }) }];
    });
}

/** Who of them acts first takes the place: “Ann or Bea”, “2 of Ann, Bea, Cem”. */
function groupName(names: readonly string[], { count, t }: { count: number; t: TextOf }): string {
  const type = count === 1 ? 'disjunction' : 'unit';
  const people = new Intl.ListFormat(currentLanguage(), { type }).format(names);
  return count === 1 ? people : t('some_of', { count, people });
}

export function sourceOf(design: Design, api: DesignApi, t: TextOf): EditorSource {
  const { documents, fields, workflow, embedded } = design;
  const { save, trialUrl, suggest } = api;
  const source = { documents, people: peopleOf(design, t), fields, save, suggest };
  // A frame has no account whose blocks there are, and no page of its own to try the draft on.
  if (embedded) return limitedTo(embedded.fieldTypes, source);
  return { ...source, workspaceId: workflow.workspaceId, trialUrl };
}

/** What forms and pages offer is of these types alone; null for all. */
function limitedTo(
  types: readonly FieldType[] | null,
  source: EditorSource & Pick<DesignApi, 'suggest'>,
): EditorSource {
  if (types === null) return source;
  return {
    ...source,
    fieldTypes: types,
    documents: source.documents.map(({ form, ...document }) => ({
      ...document,
      form: form ? { ...form, fields: form.fields.filter(({ kind }) => types.includes(kind)) } : null,
    })),
    suggest: async (id) => (await source.suggest(id)).filter(({ type }) => types.includes(type)),
  };
}
