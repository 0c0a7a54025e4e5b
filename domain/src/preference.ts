import type { Violations } from './refusal.ts';
import { type ReminderPlan, readReminderPlan, reminderPlanOf } from './reminder.ts';

/** The workflow preferences of interface.md §5.8, by their names in the interface. */
export const PREFERENCES = {
  attachDocument: 'WorkflowMailAttachDocumentPreference',
  callbackUrl: 'WorkflowNotificationCallbackUrlPreference',
  callbackSecret: 'WorkflowNotificationCallbackUrlSecretPreference',
  callbackTlsVerification: 'WorkflowNotificationCallbackUrlSslVerificationPreference',
  notificationValues: 'WorkflowNotificationValuesPreference',
  inPerson: 'WorkflowInPersonPreference',
  recipientEmbedded: 'WorkflowRecipientEmbedded',
  recipientReassign: 'WorkflowRecipientReassignPreference',
  reminders: 'WorkflowReminderPreference',
} as const;
export type PreferenceName = (typeof PREFERENCES)[keyof typeof PREFERENCES];

const NAMES: readonly string[] = Object.values(PREFERENCES);
const SECRET_CHARACTERS = 32;

/** Stored preferences: name to value, only those that are set. */
export type Preferences = Readonly<Partial<Record<PreferenceName, string>>>;

/**
 * Parses a list of `{name, value}` into preferences and reports all problems in bracket notation. Whether the URL may
 * be called (scheme, address) is checked separately, before notifications are sent.
 */
export function readPreferences(list: readonly { name: string; value: string }[]): {
  preferences: Preferences;
  violations: Violations;
} {
  const violations: Violations = {};
  const preferences: Partial<Record<PreferenceName, string>> = {};
  list.forEach(({ name, value }, index) => {
    if (!NAMES.includes(name)) {
      violations[`preferences[${index}][name]`] = `Unknown preference; use one of ${NAMES.join(', ')}.`;
      return;
    }
    const problem = problemOf(name as PreferenceName, value);
    if (problem) violations[`preferences[${index}][value]`] = problem;
    else preferences[name as PreferenceName] = value;
  });
  const secretAt = list.findIndex(({ name }) => name === PREFERENCES.callbackSecret);
  if (secretAt >= 0 && !list.some(({ name }) => name === PREFERENCES.callbackUrl)) {
    violations[`preferences[${secretAt}][value]`] =
      `A secret needs a callback URL; set ${PREFERENCES.callbackUrl} too.`;
  }
  return { preferences, violations };
}

/**
 * Merges preferences into those of a workflow; an empty value removes one, and removing the callback URL removes its
 * secret. Reports problems of the merged result as `readPreferences` does.
 */
export function mergePreferences(
  current: Preferences,
  list: readonly { name: string; value: string }[],
): { preferences: Preferences; violations: Violations } {
  const isRemoval = ({ name, value }: { name: string; value: string }) =>
    value === '' && NAMES.includes(name);
  const updated: Partial<Record<PreferenceName, string>> = { ...current };
  for (const { name } of list.filter(isRemoval)) {
    delete updated[name as PreferenceName];
    if (name === PREFERENCES.callbackUrl) delete updated[PREFERENCES.callbackSecret];
  }
  const before = Object.entries(updated).filter(([name]) => !list.some((each) => each.name === name));
  const changes = list.map((each) => (isRemoval(each) ? { name: '', value: '' } : each));
  const filled = [...changes, ...before.map(([name, value]) => ({ name, value }))];
  const { preferences, violations } = readPreferences(filled);
  list.forEach((each, index) => {
    if (isRemoval(each)) delete violations[`preferences[${index}][name]`];
  });
  return { preferences, violations };
}

/** Whether invitation and completion mails attach the document; true by default. */
export function attachesDocument(preferences: Preferences): boolean {
  return preferences[PREFERENCES.attachDocument] !== '0';
}

/** Whether recipients may pass their task on to another person; false by default. */
export function letsRecipientsReassign(preferences: Preferences): boolean {
  return preferences[PREFERENCES.recipientReassign] === '1';
}

/** Whether a member of the sender may hand a device or a link to a recipient; true by default. */
export function allowsInPerson(preferences: Preferences): boolean {
  return preferences[PREFERENCES.inPerson] !== '0';
}

/** Whether recipients are asked by the sender’s own product, and get no mail that asks them; false by default. */
export function asksInOwnProduct(preferences: Preferences): boolean {
  return preferences[PREFERENCES.recipientEmbedded] === '1';
}

/** Whether notifications carry the values of fields with a key; false by default. */
export function notifiesValues(preferences: Preferences): boolean {
  return preferences[PREFERENCES.notificationValues] === '1';
}

/** When recipients are reminded by themselves; null, the default, for never. */
export function remindersOf(preferences: Preferences): ReminderPlan | null {
  const value = preferences[PREFERENCES.reminders];
  return value === undefined ? null : reminderPlanOf(value);
}

/** Whether the receiver's certificate must verify: only when the preference is `0` (interface.md §5.8). */
export function verifiesCertificate(preferences: Preferences): boolean {
  return preferences[PREFERENCES.callbackTlsVerification] === '0';
}

function problemOf(name: PreferenceName, value: string): string | null {
  switch (name) {
    case PREFERENCES.attachDocument:
    case PREFERENCES.callbackTlsVerification:
    case PREFERENCES.inPerson:
    case PREFERENCES.notificationValues:
    case PREFERENCES.recipientEmbedded:
    case PREFERENCES.recipientReassign:
      return value === '0' || value === '1' ? null : 'Must be "0" or "1".';
    case PREFERENCES.reminders:
      return problemOfReminders(value);
    case PREFERENCES.callbackSecret:
      return /^[\x21-\x7e]{32}$/.test(value)
        ? null
        : `Must be exactly ${SECRET_CHARACTERS} printable ASCII characters without spaces.`;
    default:
      return value.length <= 2_000 && /^https?:\/\/[^\s]+$/i.test(value)
        ? null
        : 'Must be an absolute http or https URL of at most 2000 characters.';
  }
}

function problemOfReminders(value: string): string | null {
  const read = readReminderPlan(value);
  return 'problem' in read ? read.problem : null;
}
