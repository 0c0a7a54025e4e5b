import {
  EVENT_NAMES,
  FIELD_TYPES,
  PERMISSIONS,
  REPLACEMENT_KINDS,
  SYSTEM_ROLES,
  WORKFLOW_STATUSES,
} from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { CHIP_NAMES } from '../dashboard/documents-state.ts';
import { changedPartKey, eventKey, mailKey } from '../dashboard/event-text.ts';
import { eventTextKey, WEBHOOK_EVENTS } from '../developers/webhook-state.ts';
import { PERMISSION_GROUPS, tableRows } from '../organization/role-state.ts';
import { english } from './en.ts';
import { preferredLanguage, type Texts } from './start-text.ts';

const SOURCES = import.meta.glob<string>(
  ['../*/*.{ts,tsx}', '!../*/*.test.ts', '!../signing/*', '!../text/*'],
  { query: '?raw', import: 'default', eager: true },
);

describe('the English texts', () => {
  const existing = new Set(Object.entries(english).flatMap(([area, texts]) => keysOf(texts, `${area}:`)));

  it('have a text for every key that a page uses', () => {
    const requested = Object.values(SOURCES).flatMap(requestedKeys);
    expect(requested.length).toBeGreaterThan(100);
    const isInCatalogue = (key: string, areas: string[]) =>
      areas.some((area) => existing.has(`${area}:${key}`));
    expect(requested.filter(({ key, areas }) => !isInCatalogue(key, areas))).toEqual([]);
  });

  it('have texts for keys that pages compose: events, states, chips, mails', () => {
    const needed = [
      ...['signed', 'approved', 'declined', 'asked_to_sign', 'asked_to_review', 'later', 'not_asked'].map(
        (state) => `documents:person.${state}`,
      ),
      ...['queued', 'sent', 'failed', 'kept'].map((state) => `documents:mailState.${state}`),
      ...['pending', 'delivered', 'dead'].map((state) => `documents:deliveryState.${state}`),
      ...['invitation', 'delivery_dead', 'something new'].map((kind) => `documents:${mailKey(kind)}`),
      ...['sign', 'review'].flatMap((type) => [
        `documents:step_${type}`,
        `documents:inbox.asked_${type}`,
        `documents:inbox.act_${type}`,
      ]),
      ...['document', 'name', 'people', 'duplicate', 'deadline'].map((item) => `send:check.${item}`),
      ...['fileMissing', 'fileKind', 'fileNoPdf', 'fileEmpty', 'fileLarge'].map(
        (refusal) => `send:${refusal}`,
      ),
      ...['base', 'authorize', 'access', 'refresh', 'discovery'].map((name) => `developers:address.${name}`),
      ...['apps', 'keys', 'webhooks', 'addresses'].map((tab) => `developers:guide.${tab}`),
      ...WEBHOOK_EVENTS.map((event) => `webhooks:${eventTextKey(event)}`),
      ...PERMISSIONS.map((permission) => `organization:permission.${permission}`),
      ...Object.keys(SYSTEM_ROLES).map((role) => `organization:roleWhat.${role}`),
      ...PERMISSION_GROUPS.map(({ name }) => `organization:group.${name}`),
      ...PERMISSION_GROUPS.flatMap(tableRows).map(({ operation }) => `organization:operation.${operation}`),
      ...CHANGED.split(', ').map((detail) => `documents:${changedPartKey(detail)}`),
      ...REPLACEMENT_KINDS.map((kind) => `documents:replacement.${kind}`),
      ...EVENT_NAMES.map((event) => `documents:${eventKey(event)}`),
      `documents:${eventKey('certificate.revoked', true)}`,
      ...WORKFLOW_STATUSES.map((status) => `documents:status.${status}`),
      ...FIELD_TYPES.map((type) => `design:kind.${type}`),
      ...['posX', 'posY', 'width', 'height'].map((side) => `design:side.${side}`),
      ...['left', 'right', 'top', 'bottom', 'size'].map((how) => `design:align.${how}`),
      ...['add', 'form', 'list'].map((panel) => `design:dock.${panel}`),
      ...['sign', 'review'].map((type) => `design:view.step_${type}`),
      ...CHIP_NAMES.map((chip) => `documents:chip.${chip}`),
    ];
    expect(needed.filter((key) => !existing.has(key))).toEqual([]);
  });

  it('do not alarm the sender where a prepared key was not used', () => {
    const text = (isUnused: boolean) => {
      const key = eventKey('certificate.revoked', isUnused)?.replace('event.', '') ?? '';
      return (english.documents.event as Record<string, string>)[key];
    };
    expect(text(true)).toMatch(/not used/);
    expect(text(true)).not.toMatch(/revoked/);
    expect(text(false)).toMatch(/revoked/);
  });

  it('hold no exclamation marks and none of the words we do not use', () => {
    const sentences = [...existing].map((key) => sentenceAt(key));
    expect(sentences.filter((sentence) => /!|envelope|execute|\bvoid\b/i.test(sentence))).toEqual([]);
  });

  function sentenceAt(key: string): string {
    const [area = '', path = ''] = key.split(':');
    const sentence = path
      .split('.')
      .reduce<Texts | string | undefined>(
        (texts, segment) => (typeof texts === 'object' ? texts[segment] : undefined),
        (english as Record<string, Texts>)[area],
      );
    return String(sentence);
  }
});

it('preferredLanguage takes the first of the browser’s languages that there is, by its main part', () => {
  expect(preferredLanguage(['en', 'fr'], ['de-AT', 'fr-CA', 'en'])).toBe('fr');
});

it('preferredLanguage falls back to English', () => {
  expect(preferredLanguage(['en', 'fr'], ['de'])).toBe('en');
});

/** The parts that the server can report as changed. */
const CHANGED =
  'name, type, expiryDate, newWorkspaceId, creator, senderMessage, senderName, scheduledStartDate, metadata, recipients, ' +
  'steps, fields, preferences, tags, document';

function keysOf(texts: Texts, prefix: string): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}

/** Literal keys only; composed ones are listed above. A file takes its texts from one area or several. */
function requestedKeys(text: string): { key: string; areas: string[] }[] {
  const areas = [...text.matchAll(/useText\('(\w+)'\)/g)].map(([, area]) => area ?? '');
  if (areas.length === 0) return [];
  return [...text.matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => ({ key: key ?? '', areas }));
}
