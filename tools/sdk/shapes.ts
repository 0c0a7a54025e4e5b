import { SCOPE_NAMES } from '@paraph/domain';
import { NotifiedEnvelope, NotifiedSeal } from '../../contract/src/index.ts';
import { oneOf } from '../../contract/src/schemas.ts';
import { answerOf, type Described, listDescribed, takesInput } from './calls.ts';
import { type Json, nameOf, plain } from './schema-types.ts';

/** A schema as languages other than TypeScript see it: every object has a name. */
export type Shape =
  | { kind: 'named'; name: string }
  | { kind: 'list' | 'nullable'; of: Shape }
  /** `isEmptyList`: an empty one is written `[]`, as the interface does (interface.md §7). */
  | { kind: 'map'; of: Shape; isEmptyList?: boolean }
  | { kind: 'union'; of: Shape[] }
  | { kind: 'words'; words: (string | number | boolean)[] }
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'any' | 'upload' };

export interface Member {
  key: string;
  shape: Shape;
  isRequired: boolean;
  about: string;
}

/** An object has members; any other named shape is an alias. */
export interface NamedShape {
  name: string;
  members: Member[] | null;
  alias: Shape;
}

/**
 * Objects that several calls take or give and the contract has no name for: what one of these calls would name it, and
 * what it is called for all of them.
 */
const COMMON: Readonly<Record<string, string>> = {
  CreateQuickEnvelopeStep: 'NewStep',
  CreateQuickEnvelopeStepRecipient: 'NewRecipient',
  CreateQuickEnvelopePreference: 'NewPreference',
  SetPreferencesPreference: 'PreferenceChange',
  SetPreferencesItem: 'PreferenceOutcome',
  AddStepsStep: 'NewStepOfRoles',
  SetRolesRecipient: 'NewRoleHolder',
  SetRolesRecipientRole: 'NewRole',
  CreateFieldBlockField: 'NewBlockField',
  NewFieldOption: 'FieldChoice',
  NewFieldStyle: 'NewFieldStyle',
  FieldStyle: 'FieldStyle',
  ShowConditionAll: 'ShowTerm',
  NewFieldShowIf: 'NewShowCondition',
  WorkflowOrganization: 'OrganizationRef',
  WorkflowUser: 'UserRef',
  ListAnnexesItem: 'Annex',
  ListBulkJobsItem: 'BulkJob',
  ListExportsItem: 'Export',
  ListPublicLinksItem: 'PublicLink',
  ListWorkflowsFilters: 'WorkflowFilters',
  CreateExportFilter: 'WorkflowFilter',
  CreateConnectionAnswer: 'Connection',
  CreateConnectionMapping: 'ConnectionMapping',
  ReadLinkHostAnswer: 'LinkHostState',
  ReadBrandAnswer: 'BrandState',
  ReadCollectorAnswer: 'CollectorState',
  ReadDestinationAnswer: 'DestinationState',
  ReadIdentityProviderAnswer: 'IdentityProviderState',
  ReadSealCredentialAnswer: 'SealCredentialState',
  ReadOrganizationDefaultsAnswer: 'Defaults',
  ReadWorkflowAnswer: 'WholeWorkflow',
  ReadEnvelopeAnswer: 'WholeEnvelope',
  ReadWorkflowAnswerChoice: 'ChoiceState',
  ReadWorkflowAnswerWitness: 'WitnessState',
  RetentionPoliciesOrganization: 'RetentionPolicy',
  OrganizationSealOriginal: 'FileDigest',
};

/** Turns schemas into shapes, and remembers the named ones. */
export class Shapes {
  readonly #named = new Map<string, NamedShape & { key: string }>();
  readonly #common: ReadonlyMap<string, string>;

  /** With the names of {@link COMMON}. */
  static withCommonNames(): Shapes {
    const first = new Shapes();
    for (const each of listDescribed()) {
      if (takesInput(each.input)) first.inputOf(each);
      first.answerOf(each);
    }
    const common = new Map<string, string>();
    for (const [owner, name] of Object.entries(COMMON)) {
      const found = first.#named.get(owner);
      if (!found) throw new Error(`No object is called ${owner}; its common name ${name} has lost its use.`);
      common.set(found.key, name);
    }
    return new Shapes(common);
  }

  private constructor(common: ReadonlyMap<string, string> = new Map()) {
    this.#common = common;
    // No call takes or gives these: `verifyNotification` and the authorization page do.
    this.of(plain(NotifiedEnvelope), 'NotifiedEnvelope');
    this.of(plain(NotifiedSeal), 'NotifiedSeal');
    this.of(plain(oneOf(SCOPE_NAMES)), 'Scope');
  }

  /** `owner` names an object that has no name in the contract. */
  of(schema: Json, owner: string): Shape {
    const known = nameOf(schema);
    const [object, nothing] = schema.anyOf ?? [];
    // Here the object has the name, and may be null besides.
    if (known !== undefined && object?.properties && nothing?.type === 'null')
      return { kind: 'nullable', of: this.#name(known, object) };
    if (known !== undefined) return this.#name(known, schema);
    if (schema.anyOf) return this.#union(schema.anyOf, owner);
    return this.#plain(schema, owner);
  }

  members({ properties = {}, required = [] }: Json, owner: string): Member[] {
    return Object.entries(properties).map(([key, inner]) => ({
      key,
      shape: this.of(
        inner,
        `${owner}${pascal(inner.items || inner.anyOf?.[0]?.items ? singular(key) : key)}`,
      ),
      isRequired: required.includes(key),
      about: aboutOf(inner),
    }));
  }

  named(): NamedShape[] {
    return [...this.#named.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What goes into a call; of lists that also answer for `ids`, without these. */
  inputOf({ input, name }: Described): Member[] {
    return this.members(input, pascal(name));
  }

  /** What comes out of a call; for a page, of one of its items. */
  answerOf(described: Described): Shape {
    const { kind, schema } = answerOf(described);
    const isList = kind === 'page' || schema.type === 'array';
    return this.of(schema, `${pascal(described.name)}${isList ? 'Item' : 'Answer'}`);
  }

  #name(given: string, schema: Json): Shape {
    const key = JSON.stringify(schema, (word, value) =>
      word === 'description' && typeof value === 'string' ? undefined : value,
    );
    const name = this.#common.get(key) ?? given;
    const before = this.#named.get(name);
    if (before && before.key !== key) return this.#name(`${name}Details`, schema);
    if (!before) {
      const entry = { name, key, members: null as Member[] | null, alias: { kind: 'any' } as Shape };
      this.#named.set(name, entry);
      if (schema.properties) entry.members = this.members(schema, name);
      else entry.alias = schema.anyOf ? this.#union(schema.anyOf, name) : this.#plain(schema, name);
    }
    return { kind: 'named', name };
  }

  #union(alternatives: readonly Json[], owner: string): Shape {
    const flat = alternatives.flatMap((each) => each.anyOf ?? [each]);
    const some = flat.filter((each) => each.type !== 'null');
    const inner = this.#choice(some, owner);
    return some.length < flat.length ? { kind: 'nullable', of: inner } : inner;
  }

  #choice(some: readonly Json[], owner: string): Shape {
    const [first = {}, second] = some;
    if (second === undefined) return this.of(first, owner);
    if (first.patternProperties && second.type === 'array')
      return { ...(this.of(first, owner) as Shape & { kind: 'map' }), isEmptyList: true };
    if (some.every((each) => each.const !== undefined))
      return { kind: 'words', words: some.map((each) => each.const as string) };
    const shapes = some.map((each) => this.of(each, owner));
    const distinct = [...new Map(shapes.map((each) => [JSON.stringify(each), each])).values()];
    return distinct.length === 1 && distinct[0] ? distinct[0] : { kind: 'union', of: distinct };
  }

  #plain(schema: Json, owner: string): Shape {
    if (schema.format === 'upload') return { kind: 'upload' };
    if (schema.enum) return { kind: 'words', words: schema.enum as string[] };
    if (schema.const !== undefined) return { kind: 'words', words: [schema.const as string] };
    if (schema.type === 'array') return { kind: 'list', of: this.of(schema.items ?? {}, owner) };
    if (schema.type === 'object') return this.#object(schema, owner);
    const scalar = (['string', 'integer', 'number', 'boolean'] as const).find((each) => each === schema.type);
    return { kind: scalar ?? 'any' };
  }

  #object(schema: Json, owner: string): Shape {
    const values = Object.values(schema.patternProperties ?? {})[0];
    if (values) return { kind: 'map', of: this.of(values, `${owner}Value`) };
    if (Object.keys(schema.properties ?? {}).length === 0) return { kind: 'map', of: { kind: 'any' } };
    return this.#name(owner, schema);
  }
}

export function pascal(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `listMyActions` → `list_my_actions`. */
export function snake(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** First line of a doc comment: what it does, and the reason why it is deprecated. */
export function wordsOf({ operation: { summary } }: Described): {
  does: string;
  deprecated: string | undefined;
} {
  const [does = '', deprecated] = summary.split(/\. Deprecated(?::\s*)?/);
  return { does: `${does}.`, deprecated };
}

function singular(text: string): string {
  return text.replace(/ies$/, 'y').replace(/sses$/, 'sss').replace(/s$/, '');
}

/** What a member is, with its default, in one line. */
function aboutOf({ description, default: byDefault, anyOf }: Json): string {
  const words = [description ?? anyOf?.[0]?.description];
  if (byDefault !== undefined) words.push(`Default: ${JSON.stringify(byDefault)}`);
  return words.filter(Boolean).join('. ').replaceAll(/\s+/g, ' ');
}
