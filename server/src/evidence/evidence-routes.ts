import type { Handlers } from '../http/bind.ts';
import type { EvidenceDeps } from './gather-facts.ts';
import { readEvidence } from './read-evidence.ts';

export function evidenceRoutes(deps: EvidenceDeps) {
  return {
    readEvidence: ({ caller, params }) => readEvidence(deps, caller, params),
  } satisfies Partial<Handlers>;
}
