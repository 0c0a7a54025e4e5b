import {
  checkPublicLink,
  conflict,
  invalid,
  LIMITS,
  type PublicLinkSettings,
  type Violations,
} from '@paraph/domain';
import { requireSender } from '../accounts/sender.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type Caller, requireScope } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { fromSeconds, toSeconds } from '../platform/clock.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import { lockTemplate } from '../templates/change-template.ts';
import { readVisibleTemplate, type TemplateAddress } from '../templates/read-template.ts';
import {
  authorizeLinks,
  findUseProblem,
  getAuthorizedLink,
  type LinkAddress,
  noLink,
  settingsOf,
} from './link-access.ts';
import { formToken } from './link-secrets.ts';
import { countOpenLinks, insertLink, lockLink, type StoredLink, saveLink } from './public-link-store.ts';

type ManageDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>;

/** What of the settings a call says. */
export interface LinkForm extends Partial<Omit<PublicLinkSettings, 'people'>> {
  people?: readonly (Omit<PublicLinkSettings['people'][number], 'language'> & {
    language?: PublicLinkSettings['language'];
  })[];
}

/** @throws Refusal `VALIDATION_ERROR` naming all that is wrong or does not suit the template */
export async function makeLink(
  deps: ManageDeps,
  caller: Caller,
  { form, ...address }: TemplateAddress & { form: LinkForm },
): Promise<StoredLink> {
  requireScope(caller, 'templates:read');
  const access = await authorizeLinks(deps, caller, address);
  await requireSender(deps, caller);
  const settings = await checkSettings(deps, caller, { ...address, settings: { ...UNSET, ...stated(form) } });
  const { organizationId } = access;
  const now = deps.clock.now();
  const key = newKey(deps.ids);
  return deps.database.transaction().execute(async (tx) => {
    await lockTemplate(tx, address.templateId);
    if ((await countOpenLinks(tx, address.templateId)) >= LIMITS.publicLinksMax)
      throw conflict(`This template has ${LIMITS.publicLinksMax} public links; end one first.`);
    const link = await insertLink(tx, {
      ...{ organization_id: organizationId, template_id: address.templateId, creator_id: caller.userId },
      ...{ key, token_hash: sha256(formToken(deps.vault, key)), created_at: now },
      ...columnsOf(settings),
    });
    await record(tx, deps, { link, caller, name: 'workspace.public_link_made', after: recorded(settings) });
    return link;
  });
}

const UNSET: PublicLinkSettings = {
  ...{ name: '', placeholderId: 0, people: [], opensDate: null, closesDate: null, maximum: null },
  ...{ oncePerPerson: false, language: null, prefillKeys: [] },
};

/** Without what was left out. */
function stated({ people, ...form }: LinkForm): Partial<PublicLinkSettings> {
  const given = Object.entries(form).filter(([, value]) => value !== undefined);
  const whole = people?.map(({ language = null, ...person }) => ({ ...person, language }));
  return { ...Object.fromEntries(given), ...(whole ? { people: whole } : {}) };
}

async function checkSettings(
  deps: ManageDeps,
  caller: Caller,
  { settings, ...address }: TemplateAddress & { settings: PublicLinkSettings },
): Promise<PublicLinkSettings> {
  const { template } = await readVisibleTemplate(deps, caller, address);
  const violations: Violations = {};
  const about = { plan: template.plan, nowSeconds: toSeconds(deps.clock.now()) };
  const checked = checkPublicLink(settings, about, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const problem = await findUseProblem(deps, caller, { ...address, settings: checked });
  if (problem !== null) throw invalid({ placeholderId: problem });
  return checked;
}

function columnsOf(settings: PublicLinkSettings) {
  const dateOf = (seconds: number | null) => (seconds === null ? null : fromSeconds(seconds));
  return {
    name: settings.name,
    placeholder_id: settings.placeholderId,
    people: JSON.stringify(settings.people),
    opens_at: dateOf(settings.opensDate),
    closes_at: dateOf(settings.closesDate),
    maximum: settings.maximum,
    is_once_per_person: settings.oncePerPerson,
    language: settings.language,
    prefill_keys: JSON.stringify(settings.prefillKeys),
  };
}

/** Changes what is said; the address and the place of who comes stay. */
export async function changeLink(
  deps: ManageDeps,
  caller: Caller,
  { form, ...address }: LinkAddress & { form: LinkForm },
): Promise<StoredLink> {
  const before = settingsOf(await getAuthorizedLink(deps, caller, address));
  const asked = { ...before, ...stated(form) };
  // A date that has passed may stay as it was.
  const isSame = asked.closesDate === before.closesDate;
  const { linkId, ...template } = address;
  const checked = await checkSettings(deps, caller, {
    ...template,
    settings: isSame ? { ...asked, closesDate: null } : asked,
  });
  const settings = { ...checked, closesDate: asked.closesDate };
  return withOpenLink(deps, linkId, async (tx, link) => {
    await saveLink(tx, linkId, columnsOf(settings));
    const change = { before: recorded(before), after: recorded(settings) };
    await record(tx, deps, { link, caller, name: 'workspace.public_link_changed', ...change });
    return { ...link, ...rowOf(settings) };
  });
}

function rowOf(settings: PublicLinkSettings): Partial<StoredLink> {
  return { ...columnsOf(settings), people: settings.people, prefill_keys: settings.prefillKeys };
}

/** Ends a link for good: its page says so, and what was begun goes on. */
export async function endLink(deps: ManageDeps, caller: Caller, address: LinkAddress): Promise<void> {
  await getAuthorizedLink(deps, caller, address);
  await withOpenLink(deps, address.linkId, async (tx, link) => {
    await saveLink(tx, link.id, { ended_at: deps.clock.now() });
    await record(tx, deps, { link, caller, name: 'workspace.public_link_ended' });
  });
}

/** Another secret; what was signed with the former one is refused from now on. */
export async function renewSecret(
  deps: ManageDeps,
  caller: Caller,
  address: LinkAddress,
): Promise<StoredLink> {
  await getAuthorizedLink(deps, caller, address);
  return withOpenLink(deps, address.linkId, async (tx, link) => {
    const secret_number = link.secret_number + 1;
    await saveLink(tx, link.id, { secret_number });
    await record(tx, deps, { link, caller, name: 'workspace.public_link_secret_renewed' });
    return { ...link, secret_number };
  });
}

async function withOpenLink<T>(
  { database }: Pick<Deps, 'database'>,
  id: number,
  change: (tx: Tx, link: StoredLink) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    const link = await lockLink(tx, id);
    if (!link) throw noLink();
    if (link.ended_at !== null)
      throw conflict('This public link was ended, which cannot be undone; make another one.');
    return change(tx, link);
  });
}

/** Which places are given away: the people who take them are in the link alone, and go with it. */
function recorded({ people, ...settings }: PublicLinkSettings) {
  return { ...settings, places: people.map(({ placeholderId }) => placeholderId) };
}

type Recording = Omit<Parameters<typeof recordOrganizationEvent>[1], 'actorId' | 'now' | 'organizationId'>;

async function record(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { link, caller, ...event }: Recording & { link: StoredLink; caller: Caller },
): Promise<void> {
  const { id: linkId, organization_id: organizationId, template_id: templateId, name } = link;
  const act = { organizationId, actorId: caller.userId, now: clock.now() };
  await recordOrganizationEvent(tx, { ...event, ...act, detail: { linkId, templateId, link: name } });
}
