import { toSeconds } from '../platform/clock.ts';
import type { StoredApp } from './app-store.ts';

/** The owner shown for the built-in app. */
export const OWN_CLIENT_OWNER = 'this server';

export function viewApp(app: StoredApp) {
  return {
    id: app.id,
    name: app.name,
    clientId: app.client_id,
    redirectUris: app.redirect_uris,
    scopes: app.scopes,
    createDate: toSeconds(app.created_at),
    lastUseDate: app.last_used_at && toSeconds(app.last_used_at),
  };
}

export type AppView = ReturnType<typeof viewApp>;
