import type { AnswerOf, BodyOf, publicLinkOperations } from '@paraph/contract';
import { currentLanguage } from '../text/start-text.ts';
import { jsonRequest } from './signing-api.ts';

type Operations = typeof publicLinkOperations;
export type Form = AnswerOf<Operations['readForm']>;
export type Proof = AnswerOf<Operations['proveMailbox']>;
export type Entered = BodyOf<Operations['beginSubmission']>;

/** `refused`: what is entered is wrong, by its places; `changed`: the page is not open any more. */
export type FormProblem =
  | { kind: 'refused'; violations: Readonly<Record<string, string>> }
  | { kind: 'busy' | 'changed' | 'failed' | 'unknown' };

export class FormError extends Error {
  readonly problem: FormProblem;

  constructor(problem: FormProblem) {
    super(problem.kind);
    this.name = 'FormError';
    this.problem = problem;
  }
}

const ANSWER_MS = 60_000;

/** @throws FormError */
async function call<Answer>(method: string, url: string, body?: object): Promise<Answer> {
  const init = jsonRequest(method, body, { 'Accept-Language': currentLanguage() });
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { ...init, signal, credentials: 'same-origin' }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (response?.ok) return answer as Answer;
  throw new FormError(problemOf(response?.status ?? 0, answer));
}

function problemOf(status: number, answer: unknown): FormProblem {
  const { error } = (answer ?? {}) as { error?: { violations?: Record<string, string> } };
  if (status === 400) return { kind: 'refused', violations: error?.violations ?? {} };
  if (status === 404) return { kind: 'unknown' };
  if (status === 409) return { kind: 'changed' };
  return { kind: status === 429 ? 'busy' : 'failed' };
}

/** The calls of the page at an address. */
export function createFormApi(token: string) {
  const base = `/api/v1/forms/${encodeURIComponent(token)}`;
  return {
    read: () => call<Form>('GET', base),
    begin: (entered: Entered) => call<{ submission: string }>('POST', `${base}/submissions`, entered),
    prove: (submission: string, code: string) =>
      call<Proof>('POST', `${base}/submissions/${submission}/proof`, { code }),
  };
}
export type FormApi = ReturnType<typeof createFormApi>;

/** What the address of the page fills in: `?prefill[key]=`, signed or not, and where the person comes from. */
export function readAddress(search: string): Pick<Entered, 'reference' | 'signature' | 'values'> {
  const query = new URLSearchParams(search);
  const values: Record<string, string> = {};
  for (const [name, value] of query) {
    const key = /^prefill\[(.+)\]$/.exec(name)?.[1];
    if (key !== undefined) values[key] = value;
  }
  const [signature, reference] = [query.get('signature'), query.get('ref')];
  return {
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(signature === null ? {} : { signature }),
    ...(reference === null ? {} : { reference: reference.slice(0, 250) }),
  };
}
