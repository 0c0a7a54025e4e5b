import { NUMBER_PATTERN } from './amount.ts';
import { isReference, TICKED } from './field-answers.ts';
import { LIMITS } from './limits.ts';
import type { TemplateField, TemplatePlan } from './template.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** What a call of the cloner may say of a template, as JSON Schema (draft 2020-12). */
export function describeCloning({ name, plan }: { name: string; plan: TemplatePlan }): JsonSchema {
  const text = { type: 'string', minLength: 1, maxLength: LIMITS.nameCharactersMax };
  const email = { type: 'string', format: 'email', maxLength: LIMITS.emailCharactersMax };
  const people = plan.recipients.map((placeholder) => ({
    title: placeholder.name,
    type: 'object',
    properties: { name: text, email },
    required: ['name', 'email'],
  }));
  const isGiven = ({ type, rules }: TemplateField) => !isReference(type) && type !== 'date' && !rules.formula;
  const keyed = plan.fields.filter((field) => field.rules.key && isGiven(field));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    properties: {
      workspaceId: { type: 'integer', minimum: 1 },
      name: { ...text, minLength: LIMITS.nameCharactersMin },
      recipients: {
        type: 'array',
        minItems: people.length,
        maxItems: people.length,
        ...(people.length > 0 ? { prefixItems: people } : {}),
      },
      hasToBeStarted: { type: 'boolean' },
      lock: { type: 'boolean' },
      values: {
        type: 'object',
        properties: Object.fromEntries(keyed.map((field) => [field.rules.key, describeField(field, plan)])),
        additionalProperties: false,
      },
    },
    required: ['workspaceId', 'name', 'recipients'],
  };
}

function describeField(field: TemplateField, plan: TemplatePlan): JsonSchema {
  const { type, label, value, rules } = field;
  const owner = plan.recipients.find(({ roles }) => roles.some(({ id }) => id === field.roleId));
  const words = {
    title: label,
    description: `${type}, filled in by ${owner?.name ?? 'nobody'}`,
    ...(value === null ? {} : { default: value }),
  };
  if (type === 'checkbox') return { ...words, enum: [TICKED, '', null] };
  if (rules.options !== null) {
    const options = rules.options.map((each) => ({ const: each.value, title: each.label }));
    return { ...words, anyOf: [...options, { enum: ['', null] }] };
  }
  if (type === 'number') {
    const bounds = { minimum: rules.min ?? undefined, maximum: rules.max ?? undefined };
    const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
    return {
      ...words,
      type: ['string', 'number', 'null'],
      pattern: `^$|${NUMBER_PATTERN}`,
      ...Object.fromEntries(given),
    };
  }
  return {
    ...words,
    type: ['string', 'null'],
    maxLength: Math.min(rules.maxLength ?? LIMITS.fieldValueCharactersMax, LIMITS.fieldValueCharactersMax),
    ...(type === 'email' ? { format: 'email' } : {}),
    ...(rules.pattern === null ? {} : { pattern: `^(?:${rules.pattern})?$` }),
  };
}
