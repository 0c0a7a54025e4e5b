import { LIMITS } from '@paraph/domain';
import type { SchemaJson } from './example-of.ts';

type Limits = Partial<
  Record<
    'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems' | 'maxProperties',
    number
  >
> & { pattern?: string };

const DAY = 86_400;
const NAME: Limits = { minLength: LIMITS.nameCharactersMin, maxLength: LIMITS.nameCharactersMax };
const PERSON: Limits = { minLength: 1, maxLength: LIMITS.nameCharactersMax };
const TAG: Limits = { minLength: 1, maxLength: LIMITS.tagNameCharactersMax };
const PERCENT: Limits = { minimum: 0, maximum: 100 };

/**
 * What the use cases hold requests to, by the name of a property. The contract's own schemas only bound these, so that
 * a request is told all that is wrong with it at once; the description says the limits all the same.
 */
const BY_NAME: Readonly<Record<string, Limits>> = {
  color: { pattern: '^#[0-9a-fA-F]{6}$' },
  description: { maxLength: LIMITS.workspaceDescriptionCharactersMax },
  email: { minLength: 3, maxLength: LIMITS.emailCharactersMax },
  expiryDays: { minimum: 1, maximum: LIMITS.expirySecondsMax / DAY },
  fields: { maxItems: LIMITS.workflowFieldsMax },
  height: PERCENT,
  label: { maxLength: LIMITS.nameCharactersMax },
  metadata: { maxProperties: LIMITS.metadataKeysMax },
  overlapSeconds: { minimum: 0, maximum: LIMITS.webhookSecretOverlapSecondsMax },
  page: { minimum: 1 },
  posX: PERCENT,
  posY: PERCENT,
  recipients: { maxItems: LIMITS.workflowRecipientsMax },
  senderMessage: { maxLength: LIMITS.messageCharactersMax },
  senderName: { maxLength: LIMITS.nameCharactersMax },
  steps: { maxItems: LIMITS.workflowStepsMax },
  width: PERCENT,
};

/** Of one operation, by the names on the way; these go before the ones above. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<string, Limits>>>> = {
  cloneTemplate: { name: NAME, 'recipients.name': PERSON },
  createEnvelope: { name: NAME, steps: { minItems: 1 }, 'steps.recipients.name': PERSON },
  createQuickEnvelope: { name: NAME, steps: { minItems: 1 }, 'steps.recipients.name': PERSON },
  createRole: { name: NAME },
  createTag: { name: TAG },
  createTemplate: { name: NAME },
  createWorkflow: { name: NAME },
  createWorkspace: { name: NAME },
  editWorkflow: { name: NAME },
  reassignRecipient: { name: PERSON },
  setFields: { 'fields.value': { maxLength: LIMITS.fieldValueCharactersMax } },
  setRoles: { 'recipients.name': PERSON },
  setRolesDirectly: { 'recipients.name': PERSON },
  setSteps: { 'steps.recipients.name': PERSON },
  setTemplateFields: { 'fields.value': { maxLength: LIMITS.fieldValueCharactersMax } },
  setTemplateRoles: { 'recipients.name': PERSON },
  setTemplateTags: { tags: { maxItems: LIMITS.tagsOfOneMax } },
  setWorkflowTags: { tags: { maxItems: LIMITS.tagsOfOneMax } },
  updateRole: { name: NAME },
  updateTag: { name: TAG },
  updateTemplate: { name: NAME },
  updateWorkflow: { name: NAME },
  updateWorkspace: { name: NAME },
};

/** The body of a request with every limit that the service holds it to. */
export function withLimits(operationId: string, body: SchemaJson, place: readonly string[] = []): SchemaJson {
  const own = BY_OPERATION[operationId]?.[place.join('.')];
  const limits = { ...BY_NAME[place.at(-1) ?? ''], ...own };
  const { properties, items, anyOf } = body;
  return {
    ...body,
    ...(anyOf ? {} : fitting(body, limits)),
    ...(items ? { items: withLimits(operationId, items, [...place.slice(0, -1), place.at(-1) ?? '']) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => withLimits(operationId, each, place)) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [
              name,
              withLimits(operationId, inner, [...place, name]),
            ]),
          ),
        }
      : {}),
  };
}

const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['maxProperties'],
};

/** Those that can be said of a value of this type. */
function fitting({ type = '', enum: words }: SchemaJson, limits: Limits): Limits {
  if (words) return {};
  const names = TYPES[type] ?? [];
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.includes(name)));
}
