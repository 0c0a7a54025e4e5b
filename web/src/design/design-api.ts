import { call } from '../api/call.ts';
import type { Design, DesignedFields, NewFields, SuggestedFields } from '../api/wire.ts';

/** The calls of a design session, authenticated by its cookie. */
export interface DesignApi {
  readonly read: () => Promise<Design>;
  readonly save: (fields: NewFields) => Promise<DesignedFields>;
  readonly start: () => Promise<Design>;
  readonly suggest: (documentId: number) => Promise<SuggestedFields>;
  readonly trialUrl: (role: number) => string;
}

export function createDesignApi(session: string): DesignApi {
  const path = `/api/v1/design/${encodeURIComponent(session)}`;
  return {
    read: () => call<Design>(path),
    save: (fields) => call<DesignedFields>(`${path}/fields`, { method: 'PUT', json: { fields } }),
    trialUrl: (role) => `/designing/${encodeURIComponent(session)}/signers/${role}`,
    suggest: (documentId) => call<SuggestedFields>(`${path}/documents/${documentId}/suggested-fields`),
    start: () => call<Design>(`${path}/start`, { method: 'POST', json: {} }),
  };
}
