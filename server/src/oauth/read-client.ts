import { Fault } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { type CallAnswer, callWhole, policyForUsers } from '../platform/outside/http-client.ts';
import { findAppByClientId, saveDocumentApp } from './app-store.ts';
import { cachedSeconds, readClientDocument, requireDocumentUrl, wrongDocument } from './client-document.ts';
import { AGENT_SCOPES } from './resources.ts';

const DOCUMENT_BYTES_MAX = 5 * 1024;
const TIMEOUT_MS = 5_000;

type ReadDeps = Pick<Deps, 'clock' | 'config' | 'database'>;

/**
 * Reads the document that a client id leads to, and keeps what it says until it has to be read again. Only for users
 * who have signed in: strangers make this instance call nobody. Where the document cannot be read, the app is refused,
 * whatever it said before.
 *
 * @throws Refusal `VALIDATION_ERROR` with what is wrong with the document; `RATE_LIMIT_REACHED`
 */
export async function readClient(deps: ReadDeps, caller: Caller, clientId: string): Promise<void> {
  requireDocumentUrl(clientId);
  await countHit(deps, 'clientDocuments', String(caller.userId));
  const stored = await findAppByClientId(deps.database, clientId);
  const answer = await fetchDocument(deps, { clientId, etag: stored?.etag ?? null });
  const now = deps.clock.now();
  const document =
    stored && answer.status === 304
      ? { name: stored.name, redirectUris: stored.redirect_uris }
      : readAnswer(answer, clientId);
  await saveDocumentApp(deps.database, {
    client_id: clientId,
    name: document.name,
    redirect_uris: document.redirectUris,
    scopes: [...AGENT_SCOPES],
    created_at: now,
    read_until: addSeconds(now, cachedSeconds(answer.cacheControl)),
    etag: answer.etag ?? stored?.etag ?? null,
  });
}

async function fetchDocument(
  { config }: Pick<Deps, 'config'>,
  { clientId, etag }: { clientId: string; etag: string | null },
): Promise<CallAnswer> {
  try {
    return await callWhole({
      ...policyForUsers(config),
      url: clientId,
      body: null,
      headers: {
        accept: 'application/json',
        'user-agent': `Paraph/${config.version}`,
        ...(etag === null ? {} : { 'if-none-match': etag }),
      },
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: DOCUMENT_BYTES_MAX,
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw wrongDocument(`The document of this app could not be read: ${error.message}`);
  }
}

function readAnswer({ status, bytes, contentType }: CallAnswer, clientId: string) {
  if (status !== 200) throw wrongDocument(`The document of this app was answered with status ${status}.`);
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? ''))
    throw wrongDocument('The document of this app is not JSON.');
  return readClientDocument(bytes.toString('utf8'), clientId);
}
