import { forbidden, invalid, Refusal, SIGNING_LANGUAGES, type Violations } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { findAppByClientId } from '../oauth/api.ts';
import { embedOriginsOf, findMemberOfUser } from '../workspaces/api.ts';

/** What a program that shows a page of ours in a frame of its own asks for, whatever the page. */
interface AskedFrame {
  origin: string;
  language?: string | null | undefined;
}

/** How long the address of a frame waits to be opened. */
export const FRAME_OPENING_SECONDS = 300;

/**
 * The origins whose pages may show what the caller opens: those that the app of a token has listed, and of a key its
 * organization.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` for people, who have no page of their own, and for apps of
 *   others than members of the organization
 */
export async function framingOriginsOf(
  reads: Reads,
  caller: Caller,
  organizationId: number,
): Promise<readonly string[]> {
  if (caller.kind === 'key') return embedOriginsOf(reads, organizationId);
  const app = caller.appClientId === null ? null : await findAppByClientId(reads, caller.appClientId);
  // A session has no app.
  if (app === null)
    throw forbidden('Programs show signing in their pages; call with an access token or an API key.');
  const { owner_id: userId } = app;
  const owner = userId === null ? null : await findMemberOfUser(reads, { organizationId, userId });
  if (owner?.user_id !== userId)
    throw forbidden('This app belongs to nobody of the organization, so it may not show its documents.');
  return app.embed_origins;
}

/**
 * The origin as browsers write it, and the language.
 *
 * @throws Refusal `VALIDATION_ERROR` naming these two, beside what the caller has found already
 */
export function readFrame(
  asked: AskedFrame,
  { origins, violations }: { origins: readonly string[]; violations: Violations },
): { origin: string; language: string | null } {
  const { language = null } = asked;
  const origin = URL.canParse(asked.origin.trim()) ? new URL(asked.origin.trim()).origin : '';
  if (!origins.includes(origin))
    violations.origin =
      origins.length === 0
        ? 'No origin is listed yet: add it under Developers, to the app or, for API keys, to the organization.'
        : `Must be one of the listed origins: ${origins.join(', ')}.`;
  const isKnown = language === null || SIGNING_LANGUAGES.some((each) => each === language);
  if (!isKnown) violations.language = `Must be one of ${SIGNING_LANGUAGES.join(', ')}.`;
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return { origin, language };
}

export function endedFrame(): Refusal {
  return new Refusal(
    'SESSION_ENDED',
    'This was opened before, or not in time. Go back to the page that showed it, and open the document there again.',
  );
}

export function unknownFrame(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such session; open the document again where you came from.');
}
