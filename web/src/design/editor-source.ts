import type { PdfForm } from '@paraph/domain';
import type { Design, DesignedFields, NewFields, SuggestedFields } from '../api/wire.ts';
import type { TextOf } from '../text/start-text.ts';
import type { DesignApi } from './design-api.ts';

export interface EditorDocument {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** The form that the uploaded PDF brings along. */
  readonly form?: PdfForm | null;
}

/** A signer in one of their roles. */
export interface EditorPerson {
  readonly role: number;
  readonly name: string;
  readonly color: string;
  /** The role's step as text. */
  readonly stepText: string;
}

/** What the editor edits: a draft or a template. */
export interface EditorSource {
  /** Whose saved blocks of fields are offered. */
  readonly workspaceId: number;
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
  const without = new Set(choices.flatMap(({ required, roles }) => roles.slice(required)));
  const orderOf = (role: number) =>
    steps.find(({ actions }) => actions.some((action) => action.role === role))?.order;
  return recipients
    .flatMap(({ name, roles }) =>
      roles
        .filter(({ id, type }) => type === 'sign' && !without.has(id))
        .map(({ id, color }) => ({ role: id, name, color, order: orderOf(id) })),
    )
    .sort((one, other) => (one.order ?? Number.MAX_VALUE) - (other.order ?? Number.MAX_VALUE))
    .map(({ order, ...person }) => ({
      ...person,
      stepText: order === undefined ? t('part_free') : t('part_sign', { order }),
    }));
}

export function sourceOf(design: Design, { save, trialUrl, suggest }: DesignApi, t: TextOf): EditorSource {
  const { documents, fields, workflow } = design;
  const { workspaceId } = workflow;
  return { workspaceId, documents, people: peopleOf(design, t), fields, save, trialUrl, suggest };
}
