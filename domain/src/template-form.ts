import { readMessage, readName, readType } from './draft.ts';
import { LIMITS } from './limits.ts';
import { findNameProblem } from './name.ts';
import { invalid, type Violations } from './refusal.ts';
import type { WorkflowType } from './workflow.ts';

/** What a template says of itself, as a request gives it; what is absent stays. */
export interface TemplateRequest {
  name?: string | undefined;
  type?: WorkflowType | undefined;
  senderMessage?: string | null | undefined;
  expiryDays?: number | undefined;
}

export interface TemplateHead {
  name: string;
  type: WorkflowType;
  /** What the people of every workflow made from it read in their invitation. */
  senderMessage: string | null;
  /** Days from when a workflow is made of it to its deadline. */
  expiryDays: number;
}

const DAY = 86_400;

/** What a template is until somebody says otherwise. Its workflows end after ninety days (interface.md §5.2). */
export const NEW_TEMPLATE: TemplateHead = {
  name: '',
  type: 'simple',
  senderMessage: null,
  expiryDays: LIMITS.expirySecondsMax / DAY,
};

/** Reads what a request changes; where `violations` is not empty the answer must not be used. */
export function readTemplate(
  current: TemplateHead,
  request: TemplateRequest,
  { expirySecondsMin, violations }: { expirySecondsMin: number; violations: Violations },
): TemplateHead {
  const { name = '', type = current.type, senderMessage = current.senderMessage } = request;
  // A client may send back the name that it read.
  const isSame = current.name !== '' && (request.name === undefined || request.name === current.name);
  return {
    name: isSame ? current.name : readName(name, violations, 'template'),
    // A client may send back the level that it read, though it can no longer be chosen.
    type: type === current.type ? type : readType(type, violations),
    senderMessage:
      request.senderMessage === undefined ? senderMessage : readMessage(senderMessage ?? '', violations),
    expiryDays:
      request.expiryDays === undefined
        ? current.expiryDays
        : readExpiryDays(request.expiryDays, expirySecondsMin, violations),
  };
}

/**
 * The same for a template that exists.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem
 */
export function reviseTemplate(
  current: TemplateHead,
  request: TemplateRequest,
  rules: { expirySecondsMin: number },
): TemplateHead {
  const violations: Violations = {};
  const next = readTemplate(current, request, { ...rules, violations });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return next;
}

function readExpiryDays(days: number, expirySecondsMin: number, violations: Violations): number {
  const min = Math.max(1, Math.ceil(expirySecondsMin / DAY));
  const max = LIMITS.expirySecondsMax / DAY;
  if (days < min || days > max) {
    violations.expiryDays = `Must be a number of whole days, ${min} to ${max}.`;
  }
  return days;
}

export function readPlaceholderName(value: string, at: string, violations: Violations): string {
  const name = value.trim();
  const problem = findNameProblem(name);
  if (name === '') violations[at] = 'Say who this is to be, such as Buyer.';
  else if ([...name].length > LIMITS.nameCharactersMax) {
    violations[at] = `Must have at most ${LIMITS.nameCharactersMax} characters.`;
  } else if (problem !== null) violations[at] = problem;
  return name;
}
