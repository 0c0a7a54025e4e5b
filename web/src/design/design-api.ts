import type { AnswerOf, BodyOf, Operations } from '@paraph/contract';
import { call } from '../api/call.ts';
import type { Design, DesignedFields, NewFields, SuggestedFields } from '../api/wire.ts';

export type DesignPeople = BodyOf<Operations['setDesignPeople']>['people'];
export type EmbeddedDesign = AnswerOf<Operations['openEmbeddedDesign']>;

/** The calls of a design session, authenticated by its cookie or, in a frame, by its bearer. */
export interface DesignApi {
  readonly read: () => Promise<Design>;
  readonly save: (fields: NewFields) => Promise<DesignedFields>;
  readonly start: () => Promise<Design>;
  readonly suggest: (documentId: number) => Promise<SuggestedFields>;
  readonly trialUrl: (role: number) => string;
  readonly setPeople: (people: DesignPeople) => Promise<Design>;
  readonly addDocument: (file: File) => Promise<Design>;
  readonly removeDocument: (documentId: number) => Promise<Design>;
}

/** Exchanges the token of a frame's address for its session, once. */
export function openEmbeddedDesign(session: string, token: string): Promise<EmbeddedDesign> {
  return call('/api/v1/design/embedded', { method: 'POST', json: { session, token } });
}

export function createDesignApi(session: string): DesignApi {
  const path = `/api/v1/design/${encodeURIComponent(session)}`;
  return {
    read: () => call<Design>(path),
    save: (fields) => call<DesignedFields>(`${path}/fields`, { method: 'PUT', json: { fields } }),
    trialUrl: (role) => `/designing/${encodeURIComponent(session)}/signers/${role}`,
    suggest: (documentId) => call<SuggestedFields>(`${path}/documents/${documentId}/suggested-fields`),
    start: () => call<Design>(`${path}/start`, { method: 'POST', json: {} }),
    setPeople: (people) => call<Design>(`${path}/people`, { method: 'PUT', json: { people } }),
    addDocument: (file) => {
      const form = new FormData();
      form.set('document', file, file.name);
      return call<Design>(`${path}/documents`, { method: 'POST', form });
    },
    removeDocument: (documentId) => call<Design>(`${path}/documents/${documentId}`, { method: 'DELETE' }),
  };
}
