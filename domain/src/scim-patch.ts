import { matchesScim, parseScimFilter, type ScimFilter, withoutSchema } from './scim-filter.ts';
import { invalidScim, ScimProblem } from './scim-problem.ts';

/** A resource, or a part of one, as JSON. */
export type ScimObject = Record<string, unknown>;

export interface ScimPath {
  attribute: string;
  filter: ScimFilter | null;
  sub: string | null;
}

export interface ScimOperation {
  op: 'add' | 'remove' | 'replace';
  path: ScimPath;
  value: unknown;
}

const OPERATIONS_MAX = 1_000;

/**
 * The operations of a PATCH (RFC 7644 §3.5.2), one for each attribute: where a provider sends an object without a path,
 * as Okta does, each of its keys is a path, also those that Entra writes with dots.
 */
export function readScimOperations(body: ScimObject): ScimOperation[] {
  const list = attributeOf(body, 'operations');
  if (!Array.isArray(list) || list.length === 0 || list.length > OPERATIONS_MAX)
    throw invalidScim('invalidSyntax', `Give Operations, a list of 1 to ${OPERATIONS_MAX}.`);
  return list.flatMap((each: unknown) => {
    if (!isScimObject(each)) throw invalidScim('invalidSyntax', 'Each of the Operations is an object.');
    const op = String(attributeOf(each, 'op') ?? '').toLowerCase();
    if (op !== 'add' && op !== 'remove' && op !== 'replace')
      throw invalidScim('invalidSyntax', 'The op of an operation is add, remove or replace.');
    const [path, value] = [attributeOf(each, 'path'), attributeOf(each, 'value')];
    if (typeof path === 'string' && path !== '') return { op, path: parsePath(path), value };
    if (op === 'remove') throw invalidScim('noTarget', 'Give the path of what is to be removed.');
    if (!isScimObject(value)) throw invalidScim('invalidSyntax', 'Without a path, value is an object.');
    return Object.entries(value).map(([key, of]) => ({ op, path: parsePath(key), value: of }));
  });
}

function parsePath(text: string): ScimPath {
  const name = withoutSchema(text.trim());
  // What extensions add is not kept.
  if (/^urn:/i.test(name)) return { attribute: name, filter: null, sub: null };
  const [, attribute, inside, sub] =
    /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is.exec(name) ?? [];
  if (attribute === undefined)
    throw invalidScim('invalidPath', `The path ${text.slice(0, 200)} cannot be read.`);
  return { attribute, filter: inside === undefined ? null : parseScimFilter(inside), sub: sub ?? null };
}

/** Changes a resource by one operation; attributes that it does not have are added as they are. */
export function applyScimOperation(resource: ScimObject, { op, path, value }: ScimOperation): void {
  const key = keyOf(resource, path.attribute);
  if (key === 'id' && value !== resource.id)
    throw new ScimProblem(400, 'mutability', 'The id of a resource stays as it is.');
  if (['id', 'meta', 'schemas', 'groups'].includes(key)) return;
  if (path.filter !== null) resource[key] = changeElements(resource[key], { op, path, value });
  else if (path.sub === null) change(resource, key, { op, value });
  else if (Array.isArray(resource[key]))
    for (const element of resource[key].filter(isScimObject)) changeKey(element, path.sub, { op, value });
  else {
    const inner: ScimObject = isScimObject(resource[key]) ? { ...resource[key] } : {};
    changeKey(inner, path.sub, { op, value });
    // A path below an attribute with several values, of which there is none yet.
    resource[key] = key === 'emails' ? [inner] : inner;
  }
}

function changeKey(object: ScimObject, name: string, act: Pick<ScimOperation, 'op' | 'value'>): void {
  change(object, keyOf(object, name), act);
}

function change(object: ScimObject, key: string, { op, value }: Pick<ScimOperation, 'op' | 'value'>): void {
  const before = object[key];
  if (op === 'remove') delete object[key];
  else if (op === 'add' && Array.isArray(before))
    object[key] = [...(Array.isArray(value) ? value : [value]), ...before];
  else if (isScimObject(before) && isScimObject(value)) object[key] = merged(before, value);
  else object[key] = value;
}

function merged(before: ScimObject, value: ScimObject): ScimObject {
  const after = { ...before };
  for (const [key, each] of Object.entries(value)) after[keyOf(after, key)] = each;
  return after;
}

/** The values of an attribute after a change of those that the brackets name. */
function changeElements(before: unknown, { op, path, value }: ScimOperation): unknown[] {
  const { filter, sub } = path;
  const elements = Array.isArray(before) ? before.filter(isScimObject).map((each) => ({ ...each })) : [];
  if (filter === null) return elements;
  const meant = elements.filter((each) => matchesScim(filter, each));
  if (op === 'remove' && sub === null) return elements.filter((each) => !meant.includes(each));
  if (op === 'remove') {
    for (const element of meant) changeKey(element, sub ?? '', { op, value });
    return elements;
  }
  if (meant.length === 0) {
    // Entra replaces an address that is not there yet.
    const added: ScimObject = seedOf(filter);
    meant.push(added);
    elements.unshift(added);
  }
  for (const element of meant) {
    if (sub !== null) changeKey(element, sub, { op, value });
    else if (isScimObject(value)) Object.assign(element, merged(element, value));
    else throw invalidScim('invalidValue', `Give an object for ${path.attribute}.`);
  }
  return elements;
}

/** What a value must have to be the one that a filter names. */
function seedOf(filter: ScimFilter): ScimObject {
  if (filter.kind === 'compare' && filter.operator === 'eq') return { [filter.path]: filter.value };
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map(seedOf));
  throw invalidScim('noTarget', 'The path names no value that is there.');
}

const NAMES = [
  ...['id', 'meta', 'schemas', 'groups', 'userName', 'externalId', 'active', 'displayName', 'name', 'emails'],
  ...['givenName', 'familyName', 'formatted', 'members', 'value', 'type', 'primary'],
];

/** The key under which an object has an attribute, in whatever case it is named (RFC 7643 §2.1). */
function keyOf(object: ScimObject, name: string): string {
  const isNamed = (each: string) => each.toLowerCase() === name.toLowerCase();
  return Object.keys(object).find(isNamed) ?? NAMES.find(isNamed) ?? name;
}

export function attributeOf(object: ScimObject, name: string): unknown {
  return object[keyOf(object, name)];
}

export function isScimObject(value: unknown): value is ScimObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
