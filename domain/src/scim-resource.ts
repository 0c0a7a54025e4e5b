import { LIMITS } from './limits.ts';
import { hasControls } from './name.ts';
import { isEmail } from './recipient.ts';
import { withoutSchema } from './scim-filter.ts';
import { attributeOf, isScimObject, type ScimObject } from './scim-patch.ts';
import { invalidScim } from './scim-problem.ts';

/** What is kept of a person as a provider describes them. */
export interface ScimUser {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  givenName: string | null;
  familyName: string | null;
  /** The primary address, else that of work, else the first; null where there is none. */
  email: string | null;
  /** Undefined where the provider says nothing of it. */
  active: boolean | undefined;
}

const CHARACTERS_MAX = 500;

/** Reads a User; what else a provider sends is left out. */
export function readScimUser(resource: ScimObject): ScimUser {
  const userName = readText(resource, 'userName');
  if (userName === null) throw invalidScim('invalidValue', 'Give userName, such as ada@example.com.');
  const name = attributeOf(resource, 'name');
  const names = isScimObject(name) ? name : {};
  return {
    userName,
    externalId: readText(resource, 'externalId'),
    displayName: readText(resource, 'displayName') ?? readText(names, 'formatted'),
    givenName: readText(names, 'givenName'),
    familyName: readText(names, 'familyName'),
    email: readEmail(attributeOf(resource, 'emails')),
    active: readActive(attributeOf(resource, 'active')),
  };
}

export function readText(object: ScimObject, name: string): string | null {
  const value = attributeOf(object, name) ?? '';
  if (typeof value !== 'string') throw invalidScim('invalidValue', `${name} must be a text.`);
  const text = value.trim();
  if (text.length > CHARACTERS_MAX)
    throw invalidScim('invalidValue', `${name} has at most ${CHARACTERS_MAX} characters.`);
  if (hasControls(text)) throw invalidScim('invalidValue', `${name} must not contain control characters.`);
  return text === '' ? null : text;
}

function readEmail(value: unknown): string | null {
  const emails = (Array.isArray(value) ? value : [value]).filter(isScimObject);
  const isTrue = (each: unknown) => String(each).toLowerCase() === 'true';
  const chosen =
    emails.find((each) => isTrue(attributeOf(each, 'primary'))) ??
    emails.find((each) => String(attributeOf(each, 'type')).toLowerCase() === 'work') ??
    emails[0];
  const email = chosen ? readText(chosen, 'value') : null;
  if (email !== null && (!isEmail(email) || email.length > LIMITS.emailCharactersMax))
    throw invalidScim('invalidValue', 'emails.value must be an address, such as ada@example.com.');
  return email;
}

/** Entra sends the text "False". */
function readActive(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const word = String(value).toLowerCase();
  if (word !== 'true' && word !== 'false') throw invalidScim('invalidValue', 'active is true or false.');
  return word === 'true';
}

/** Which attributes a client asks for (RFC 7644 §3.9): `id` and `schemas` are always among them. */
export interface ScimAttributes {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

export function isScimAsked({ attributes, excludedAttributes }: ScimAttributes, name: string): boolean {
  const isIn = (list: string) => namesIn(list).some((each) => each.split('.')[0] === name.toLowerCase());
  if (attributes) return isIn(attributes);
  return !excludedAttributes || !namesIn(excludedAttributes).includes(name.toLowerCase());
}

export function projectScim(resource: ScimObject, asked: ScimAttributes): ScimObject {
  const { attributes, excludedAttributes } = asked;
  if (!attributes && !excludedAttributes) return resource;
  const named = namesIn(attributes || excludedAttributes || '');
  const isAsked = Boolean(attributes);
  const project = (object: ScimObject, at: string): ScimObject => {
    const kept = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
      const path = `${at}${key.toLowerCase()}`;
      if (at === '' && (key === 'id' || key === 'schemas')) return [[key, value]];
      if (named.includes(path)) return isAsked ? [[key, value]] : [];
      if (!named.some((each) => each.startsWith(`${path}.`))) return isAsked ? [] : [[key, value]];
      const inner = (each: unknown) => (isScimObject(each) ? project(each, `${path}.`) : each);
      return [[key, Array.isArray(value) ? value.map(inner) : inner(value)]];
    });
    return Object.fromEntries(kept);
  };
  return project(resource, '');
}

function namesIn(list: string): string[] {
  return list.split(',').map((each) => withoutSchema(each.trim()).toLowerCase());
}
