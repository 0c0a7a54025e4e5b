import { invalid, LIMITS, readCode } from '@paraph/domain';
import { equalSecrets } from '../platform/ids.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { countTry, endCode } from './code-store.ts';
import { recordProof, storeProof } from './record-proof.ts';
import { type CodeDeps, type CodeSubject, codeHashOf, shownDestination } from './request-code.ts';

/**
 * Compares a code with the one that was sent for this content; if it is that one, the person has shown who they are. A
 * try is counted before anything is compared, so that concurrent ones cannot exceed the limit.
 *
 * @throws Refusal `VALIDATION_ERROR`, the same for a wrong, late, used or replaced code, for another content and after
 *   the last try
 */
export async function checkCode(deps: CodeDeps, subject: CodeSubject, typed: string): Promise<void> {
  const code = readCode(typed);
  if (code === null) throw invalid({ code: 'A code has six digits.' });
  const now = deps.clock.now();
  const sent = await countTry(deps.database, subject, now);
  // Without a code the same is computed and compared, so that the answer takes as long.
  const { code_hash: expected, salt } = sent ?? { code_hash: NO_HASH, salt: NO_SALT };
  const isRight = equalSecrets(codeHashOf(deps, subject, { code, salt }), expected);
  if (!sent || !isRight) {
    if (sent?.tries === LIMITS.signingCodeTriesMax) await recordLastTry(deps, subject, sent.id);
    throw notRight();
  }
  const { workflowId, actionId, linkId, method, contentHash, actor } = subject;
  await deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    if (!(await endCode(tx, { id: sent.id, now }))) throw notRight();
    const detail = {
      ...{ codeId: sent.id, to: shownDestination(subject), sentTime: sent.created_at.toISOString() },
      ...{ recipientId: subject.recipient.id, recipientName: subject.recipient.name },
    };
    const proof = { workflowId, actionId, linkId, method, contentHash, actor, detail };
    if (subject.purpose === 'sign') await recordProof(tx, deps, proof);
    else await storeProof(tx, deps, proof);
  });
}

const NO_HASH = Buffer.alloc(32);
const NO_SALT = Buffer.alloc(16);

function notRight() {
  return invalid({
    code: 'This code is not right, or it does not count any more. Check its digits, or ask for a new one.',
  });
}

async function recordLastTry(deps: CodeDeps, subject: CodeSubject, codeId: number): Promise<void> {
  if (subject.purpose !== 'sign') return;
  const { workflowId, actionId, method, actor, recipient } = subject;
  const detail = {
    ...{ codeId, actionId, recipientId: recipient.id, recipientName: recipient.name },
    ...{ method, to: shownDestination(subject), tries: LIMITS.signingCodeTriesMax },
  };
  await deps.database.transaction().execute(async (tx) => {
    await lockWorkflow(tx, workflowId);
    const events = [{ name: 'identification.failed' as const, actor, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
  });
}
