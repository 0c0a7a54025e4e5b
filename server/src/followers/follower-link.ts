import { Refusal, type SigningLanguage } from '@paraph/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { readAddressCookie, writeAddressCookie } from '../http/address-cookie.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { equalSecrets, newOrderedKey, sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import {
  type FollowerLink,
  findFollowerLink,
  findLinkOfFollower,
  insertFollowerLink,
} from './follower-store.ts';

type LinkDeps = Pick<Deps, 'clock' | 'ids' | 'vault'>;

/** The link of a follower, for a mail: the same in each. Only the hash of its token is stored. */
export async function followerLinkFor(
  tx: Tx,
  deps: LinkDeps,
  { workflowId, followerId, origin }: { workflowId: number; followerId: number; origin: string },
): Promise<{ url: string }> {
  const current = await findLinkOfFollower(tx, followerId);
  const id = current?.id ?? newOrderedKey(deps.ids, deps.clock.now());
  const token = tokenOf(deps.vault, id);
  if (!current) {
    const about = { workflow_id: workflowId, follower_id: followerId, created_at: deps.clock.now() };
    await insertFollowerLink(tx, { ...about, id, token_hash: sha256(token) });
  }
  return { url: `${origin}/follow/${token}` };
}

/** 256 bits derived from a key of the vault, of another use than those of recipients. */
function tokenOf(vault: KeyVault, linkId: string): string {
  return vault.derive('follower-link', linkId).toString('base64url');
}

export type FollowingState = 'waiting' | 'open' | 'declined' | 'expired' | 'canceled' | 'completed';

/** What one follower may see of one workflow. */
export interface Following {
  link: FollowerLink;
  facts: WorkflowFacts;
  follower: WorkflowFacts['followers'][number];
  state: FollowingState;
}

/**
 * Loads what a link leads to. The caller has checked its cookie.
 *
 * @throws Refusal `NOT_FOUND` with the same message for a link that is unknown, or whose follower was removed
 */
export async function loadFollowing(
  { database, clock }: Pick<Deps, 'clock'> & { database: Reads },
  linkId: string,
): Promise<Following> {
  const link = await findFollowerLink(database, linkId);
  const facts = link && (await findWorkflowFacts(database, link.workflow_id));
  const follower = facts?.followers.find(({ id }) => id === link?.follower_id);
  if (!link || !facts || !follower) throw unknownFollowing();
  return { link, facts, follower, state: stateOf(facts, follower, clock.now()) };
}

function stateOf({ workflow }: WorkflowFacts, follower: Following['follower'], now: Date): FollowingState {
  const { status } = workflow;
  if (workflow.started_at === null) return 'waiting';
  if (status === 'signed') return 'completed';
  if (status === 'declined' || status === 'canceled' || status === 'expired') return status;
  // Who gets no copy of the request is told of the end alone.
  if (follower.copied_when === 'end' && follower.recipient_id === null) return 'waiting';
  // What is refused from this moment on is not shown as open until the job has come by.
  return status === 'started' && now >= workflow.expires_at ? 'expired' : 'open';
}

export function unknownFollowing(): Refusal {
  return new Refusal('NOT_FOUND', 'This link does not work any more; open the newest one you were sent.');
}

const LIFE_SECONDS = 24 * 3_600;

type CookieDeps = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** For a visitor who presented the link's token: proves that for one day. */
export function writeFollowerCookie(deps: CookieDeps, reply: FastifyReply, linkId: string): void {
  const issuedAt = deps.clock.now().getTime();
  const value = `${issuedAt}.${proofOf(deps, linkId, issuedAt)}`;
  writeAddressCookie(deps, reply, { kind: 'follow', id: linkId, value, seconds: LIFE_SECONDS });
}

/** Requires the link's cookie; without it a link is answered like an unknown one. */
export async function authenticateFollower(
  deps: CookieDeps & Pick<Deps, 'database'>,
  request: FastifyRequest,
  linkId: string,
): Promise<void> {
  const [time = '', proof = ''] = (
    readAddressCookie(deps, request, { kind: 'follow', id: linkId }) ?? ''
  ).split('.');
  const age = /^\d{1,15}$/.test(time) ? deps.clock.now().getTime() - Number(time) : Number.POSITIVE_INFINITY;
  if (age < LIFE_SECONDS * 1000 && equalSecrets(proof, proofOf(deps, linkId, Number(time)))) {
    if (request.method !== 'GET') await countHit(deps, 'signingAnswers', linkId);
    return;
  }
  await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
  throw unknownFollowing();
}

function proofOf({ vault }: Pick<Deps, 'vault'>, linkId: string, issuedAt: number): string {
  return vault.derive('follower-cookie', `${linkId}.${issuedAt}`).toString('base64url');
}

/** The language of a follower's certificate and file names where the page says none. */
export function languageOf({ follower }: Pick<Following, 'follower'>): SigningLanguage {
  return follower.language ?? 'en';
}
