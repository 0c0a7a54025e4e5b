import {
  askedPlaceholders,
  conflict,
  findStrangerNameProblem,
  invalid,
  LIMITS,
  type MailKind,
  type NamedPerson,
  type PersonForm,
  peopleOfSubmission,
  readPerson,
  type SigningLanguage,
  signedPrefill,
  type TemplatePlan,
  type Violations,
} from '@paraph/domain';
import { countSending, requireSenderById } from '../accounts/sender.ts';
import type { SubmissionForm } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { equalSecrets, hmacHex, newKey, sha256 } from '../platform/ids.ts';
import { checkCloning } from '../templates/clone-template.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { settingsOf, type UsedTemplate } from './link-access.ts';
import { linkSecret, personHash } from './link-secrets.ts';
import { insertSubmission, type StoredLink } from './public-link-store.ts';
import { readFormState } from './read-form.ts';

/** Functions of higher rooms; the composition root passes them in. */
export interface FormPorts {
  queueMail(
    tx: Tx,
    mail: {
      kind: MailKind;
      toEmail: string;
      toName: string | null;
      detail: Record<string, unknown>;
      now: Date;
    },
  ): Promise<number | null>;
}

type BeginDeps = FormPorts & Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

export interface EnteredForm {
  name: string;
  email: string;
  language?: SigningLanguage | undefined;
  people?: readonly NamedPerson[] | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  signature?: string | undefined;
  reference?: string | undefined;
}

/**
 * Takes what a stranger enters, and mails a code to the address that they say is theirs: nothing else is sent, and
 * nothing of what they typed is in that mail. The answer is the same whether or not the address was here before.
 *
 * Where the link is full or closed, the code brings back who has begun, and nobody else.
 *
 * @throws Refusal `VALIDATION_ERROR`; `RATE_LIMIT_REACHED`; `WORKFLOW_STATUS_CONFLICT` where the link is off or ended
 */
export async function beginSubmission(
  deps: BeginDeps,
  link: StoredLink,
  { form, visitor }: { form: EnteredForm; visitor: Visitor },
): Promise<{ key: string; expiresAt: Date }> {
  const email = form.email.trim();
  const language = link.language ?? form.language ?? null;
  const prefill = checkAlone(deps, link, { ...form, email });
  await countStart(deps, link, { email, ip: visitor.ip });
  const { state, record } = await readFormState(deps, link);
  const isBack = state === 'full' || state === 'closed';
  if (!record || !(isBack || state === 'open'))
    throw conflict('This page takes no answers now; load it again to see why.');
  // Who has begun proves their mailbox and is back; of others nothing is stored that a workflow could be made of.
  const entered = isBack ? null : { people: form.people ?? [], ...prefill };
  const person = { name: form.name, email, language };
  if (entered) await checkWithTemplate(deps, link, { record, person, entered, form });
  const sender = await requireSenderById(deps, link.creator_id);
  const key = newKey(deps.ids);
  const now = deps.clock.now();
  const expiresAt = addSeconds(now, LIMITS.mailboxCodeSeconds);
  await deps.database.transaction().execute(async (tx) => {
    const { id: submissionId } = await insertSubmission(tx, {
      ...{ link_id: link.id, key_hash: sha256(key), state: 'asked' as const },
      ...{ name: form.name.trim(), email, language, entered: entered && JSON.stringify(entered) },
      ...{ person_hash: personHash(deps.vault, link.id, email), reference: form.reference ?? null },
      ...{ created_at: now, expires_at: expiresAt },
    });
    await countSending(tx, deps, { sender, mails: 1 });
    const detail = { submissionId, language };
    await deps.queueMail(tx, { kind: 'mailbox_code', toEmail: email, toName: null, detail, now });
  });
  return { key, expiresAt };
}

/** By the address of the client first, so that one of them cannot use up the link for all. */
async function countStart(
  deps: BeginDeps,
  { id }: StoredLink,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  await countHit(deps, 'publicLinkStarts', addressKey(ip));
  await countHit(deps, 'signingCodesTo', sha256(email.toLowerCase()).toString('base64url'));
  await countHit(deps, 'publicLinkStartsOfLink', String(id));
}

/** What can be said without the template, and costs nothing: mistyped forms do not count as started. */
function checkAlone(deps: BeginDeps, link: StoredLink, form: EnteredForm): Prefill {
  const violations: Violations = {};
  const named = (form.people ?? []).map((person, index) => [`people[${index}]`, person] as const);
  for (const [at, person] of [['', form] as const, ...named]) {
    const own: Violations = {};
    const { name } = readPerson(person, { at: 'of', who: 'person' }, own);
    const problem = findStrangerNameProblem(name);
    if (problem !== null) own['of[name]'] ??= problem;
    for (const [path, sentence] of Object.entries(own)) {
      const property = path.slice('of['.length, -1);
      violations[at === '' ? property : `${at}[${property}]`] = sentence;
    }
  }
  const prefill = readPrefill(deps, link, { form, violations });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return prefill;
}

/** Checks all as the cloner will, so that nobody proves a mailbox in vain. */
async function checkWithTemplate(
  deps: BeginDeps,
  link: StoredLink,
  about: { record: UsedTemplate; person: PersonForm; entered: SubmissionForm; form: EnteredForm },
): Promise<void> {
  const { person, entered, form } = about;
  const settings = settingsOf(link);
  const { template } = about.record;
  const { type, organization_id: organizationId, plan } = template;
  const named = entered.people;
  const asked = askedPlaceholders(settings, plan);
  const missing = asked.filter(({ id }) => !named.some(({ placeholderId }) => placeholderId === id));
  // Places that the maker has given away, the stranger's own among them, are not theirs to give.
  if (named.length + missing.length !== asked.length)
    throw invalid({ people: 'Name one person for each place that is asked for, and nobody else.' });
  if (missing.length > 0)
    throw invalid({ people: `Name a person for ${missing.map(({ name }) => name).join(', ')}.` });
  const facts = await readLevelFactsFor(deps, deps.database, { type, organizationId });
  const recipients = peopleOfSubmission(settings, plan, { visitor: person, named });
  const { values, isSigned: lock } = entered;
  const command = { name: template.name, recipients, values, lock, metadata: metadataOf(form) };
  const violations: Violations = {};
  checkCloning(deps, { template, facts, command }, violations);
  const pathOf = pathsOf(plan, { placeholderId: link.placeholder_id, named });
  const entries = Object.entries(violations).map(([path, sentence]) => [pathOf(path), sentence]);
  if (entries.length > 0) throw invalid(Object.fromEntries(entries));
}

type Prefill = Pick<SubmissionForm, 'isSigned' | 'values'>;

/** What the workflow says of where the person came from. */
export function metadataOf({ reference }: { reference?: string | null | undefined }) {
  return reference ? { ref: reference } : undefined;
}

/** Values of the address: of keys that all may fill in, or all of them signed with the secret of the link. */
function readPrefill(
  { vault }: Pick<Deps, 'vault'>,
  link: StoredLink,
  { form, violations }: { form: EnteredForm; violations: Violations },
): Prefill {
  const { values = {}, signature, reference = null } = form;
  if (signature !== undefined) {
    const signed = hmacHex(linkSecret(vault, link), signedPrefill(values, reference));
    if (!equalSecrets(signature, signed))
      violations.signature = 'Does not fit what the address fills in; ask for another address.';
    return { values, isSigned: true };
  }
  for (const key of Object.keys(values))
    if (!link.prefill_keys.includes(key))
      violations[`values[${key}]`] = 'This page does not take this value from its address unsigned.';
  return { values, isSigned: false };
}

/** Where the page has what the cloner names: the person who came, or one of those whom they name. */
function pathsOf(
  { recipients }: TemplatePlan,
  { placeholderId, named }: { placeholderId: number; named: readonly NamedPerson[] },
) {
  return (path: string): string => {
    const [, index = '', property = ''] = /^recipients\[(\d+)\]\[(\w+)\]$/.exec(path) ?? [];
    const id = recipients[Number(index)]?.id;
    if (index === '' || id === undefined) return path;
    if (id === placeholderId) return property;
    return `people[${named.findIndex((person) => person.placeholderId === id)}][${property}]`;
  };
}
