import {
  askedPlaceholders,
  findPlaceholderProblem,
  type PublicLinkSettings,
  type PublicLinkState,
  peopleOfSubmission,
  publicLinkState,
  Refusal,
  type Violations,
} from '@paraph/domain';
import { findUserById } from '../accounts/api.ts';
import { requireSenderById } from '../accounts/sender.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { checkCloning } from '../templates/clone-template.ts';
import { authorizeTemplate, readVisibleTemplate, type TemplateAddress } from '../templates/read-template.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { requirePermission, type WorkspaceAccess } from '../workspaces/workspace-access.ts';
import { countSubmissions, findLink, type StoredLink } from './public-link-store.ts';

export type LinkAddress = TemplateAddress & { linkId: number };
/** As it was read for one use of a link. */
export type UsedTemplate = Awaited<ReturnType<typeof readVisibleTemplate>>;
export type AccessDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/** Who may make workflows of a template may have others make them: no more, and no less. */
export async function authorizeLinks(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<WorkspaceAccess> {
  const access = await authorizeTemplate(deps, { caller, operation: 'view', ...address });
  requirePermission(access, 'create_workflow_out_of_template');
  requirePermission(access, 'create_workflow');
  return access;
}

/** @throws Refusal `NOT_FOUND`, and those of `authorizeLinks` */
export async function getAuthorizedLink(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { linkId, ...address }: LinkAddress,
): Promise<StoredLink> {
  await authorizeLinks(deps, caller, address);
  const link = await findLink(deps.database, linkId);
  if (link?.template_id !== address.templateId) throw noLink();
  return link;
}

export function noLink(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such public link of this template.');
}

/** In whose name workflows are made: what they may do is looked up with each use. */
export function makerOf(link: Pick<StoredLink, 'creator_id' | 'id' | 'organization_id'>): Caller {
  return {
    userId: link.creator_id,
    kind: 'session',
    organizationId: link.organization_id,
    onBehalf: false,
    isPublicLink: true,
    scopes: 'all',
    appClientId: null,
    key: `public-link:${link.id}`,
    sessionHash: null,
  };
}

const secondsOf = (date: Date | null) => date && toSeconds(date);

export function settingsOf(link: StoredLink): PublicLinkSettings {
  return {
    name: link.name,
    placeholderId: link.placeholder_id,
    people: link.people,
    opensDate: secondsOf(link.opens_at),
    closesDate: secondsOf(link.closes_at),
    maximum: link.maximum,
    oncePerPerson: link.is_once_per_person,
    language: link.language,
    prefillKeys: link.prefill_keys,
  };
}

/** By dates and places, as they are for these reads. */
export async function readStateOf(
  { clock }: Pick<Deps, 'clock'>,
  reads: Reads,
  link: StoredLink,
): Promise<Exclude<PublicLinkState, 'off'>> {
  // Counting costs as much as there are answers: only a link with a maximum needs it.
  const counts = link.maximum === null ? undefined : (await countSubmissions(reads, [link.id])).get(link.id);
  const { open = 0, done = 0 } = counts ?? {};
  const about = { ...settingsOf(link), isEnded: link.ended_at !== null };
  return publicLinkState(about, { nowSeconds: toSeconds(clock.now()), taken: open + done });
}

/** Why a link cannot be used now, in words for its owner; null if it can. */
export async function findOffReason(deps: AccessDeps, link: StoredLink): Promise<string | null> {
  return (await readUse(deps, link)).reason;
}

/** The template that a link is used with, or why it cannot be used now. */
export async function readUse(
  deps: AccessDeps,
  link: StoredLink,
): Promise<{ reason: string } | { reason: null; record: UsedTemplate }> {
  const maker = makerOf(link);
  const address = { workspaceId: null, templateId: link.template_id };
  try {
    await authorizeLinks(deps, maker, address);
    if ((await findUserById(deps.database, link.creator_id))?.suspended_at) return { reason: MAKER_GONE };
    await requireSenderById(deps, link.creator_id);
    const record = await readVisibleTemplate(deps, maker, address);
    const reason = await findProblemWith(deps, record, settingsOf(link));
    return reason === null ? { reason, record } : { reason };
  } catch (error) {
    if (error instanceof Refusal) return { reason: MAKER_GONE };
    throw error;
  }
}

const MAKER_GONE =
  'Who made this link may not make workflows of this template any more; make a link of your own, or give them the right back.';

/** Whether the cloner would take what visitors enter; in its words where it would not. */
export async function findUseProblem(
  deps: AccessDeps,
  caller: Caller,
  { settings, ...address }: TemplateAddress & { settings: PublicLinkSettings },
): Promise<string | null> {
  return findProblemWith(deps, await readVisibleTemplate(deps, caller, address), settings);
}

async function findProblemWith(
  deps: AccessDeps,
  { template }: UsedTemplate,
  settings: PublicLinkSettings,
): Promise<string | null> {
  const { plan, type, organization_id: organizationId } = template;
  const problem = findPlaceholderProblem(plan, settings.placeholderId);
  if (problem !== null) return problem;
  const facts = await readLevelFactsFor(deps, deps.database, { type, organizationId });
  const example = (index: number) => ({ name: 'Example', email: `example.${index}@example.invalid` });
  const named = askedPlaceholders(settings, plan).map(({ id }) => ({ placeholderId: id, ...example(id) }));
  const recipients = peopleOfSubmission(settings, plan, { visitor: example(0), named });
  const violations: Violations = {};
  checkCloning(deps, { template, facts, command: { name: template.name, recipients } }, violations);
  const [sentence] = Object.values(violations);
  return sentence === undefined ? null : `This template cannot be used by a public link: ${sentence}`;
}
