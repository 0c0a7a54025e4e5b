import { call } from '../api/call.ts';
import type { Design, DesignedFields, NewFields } from '../api/wire.ts';

/** What the pages that a session opened may call; the session's cookie goes along by itself. */
export interface DesignApi {
  readonly read: () => Promise<Design>;
  readonly save: (fields: NewFields) => Promise<DesignedFields>;
  readonly start: () => Promise<Design>;
}

export function createDesignApi(session: string): DesignApi {
  const path = `/api/v1/design/${encodeURIComponent(session)}`;
  return {
    read: () => call<Design>(path),
    save: (fields) => call<DesignedFields>(`${path}/fields`, { method: 'PUT', json: { fields } }),
    start: () => call<Design>(`${path}/start`, { method: 'POST', json: {} }),
  };
}
