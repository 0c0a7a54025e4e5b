import { invalid } from '@paraph/domain';
import type { Visitor } from '../../http/caller.ts';
import { sha256 } from '../../platform/ids.ts';
import { recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { consentLevelOf, findConsentText } from './consent-texts.ts';
import { insertConsent } from './session-store.ts';
import {
  recipientActor,
  type SigningDeps,
  type SigningSession,
  withOpenSigningSession,
} from './signing-session.ts';

export interface ConsentCommand {
  version: string;
  timeZone: string | null;
  visitor: Visitor;
}

/** Records the consent to sign electronically: text version, language, time and place; returns the session with it. */
export async function giveConsent(
  deps: SigningDeps,
  linkId: string,
  command: ConsentCommand,
): Promise<SigningSession> {
  const text = findConsentText(command.version);
  return withOpenSigningSession(deps, linkId, async (tx, session) => {
    if (text?.level !== consentLevelOf(session)) {
      throw invalid({ version: 'This text is not in use here; reload the page and read the one it shows.' });
    }
    const textSha256 = sha256(text.text);
    if (session.consentVersion !== null) return session;
    await insertConsent(tx, {
      action_id: session.action.id,
      version: text.version,
      language: text.language,
      time_zone: command.timeZone,
      text_sha256: textSha256,
      given_at: deps.clock.now(),
    });
    const actor = recipientActor(session, command.visitor);
    const detail = {
      actionId: session.action.id,
      version: text.version,
      language: text.language,
      timeZone: command.timeZone,
      textSha256: textSha256.toString('hex'),
    };
    await recordWorkflowEvents(tx, deps, {
      workflowId: session.link.workflow_id,
      record: session.facts,
      events: [{ name: 'consent.given', actor, detail }],
    });
    return { ...session, consentVersion: text.version };
  });
}
