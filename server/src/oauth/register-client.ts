import { isRecord } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { toSeconds } from '../platform/clock.ts';
import { newKey } from '../platform/ids.ts';
import { checkRedirectUri } from './app-rules.ts';
import { insertApp } from './app-store.ts';
import { readAppName, readTexts } from './client-document.ts';
import { AGENT_SCOPES } from './resources.ts';

const BODY_BYTES_MAX = 16_384;
const REDIRECT_URIS_MAX = 20;

/** RFC 7591 §3.2.2. */
class RegistrationProblem extends Error {
  readonly error: 'invalid_client_metadata' | 'invalid_redirect_uri';

  constructor(error: RegistrationProblem['error'], message: string) {
    super(message);
    this.name = 'RegistrationProblem';
    this.error = error;
  }
}

/**
 * Where agents register themselves (RFC 7591), if the operator has opened it: without a secret, for agents alone. What
 * nobody allows within a month is forgotten.
 */
export function addRegistration(
  app: FastifyInstance,
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'ids'>,
): void {
  if (deps.config.clientRegistration !== 'open') return;
  app.post('/oauth/register', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    await countHit(deps, 'clientRegistrations', addressKey(request.ip));
    try {
      const client = await registerClient(deps, request.body);
      return reply.status(201).header('cache-control', 'no-store').send(client);
    } catch (error) {
      if (!(error instanceof RegistrationProblem)) throw error;
      return reply.status(400).send({ error: error.error, error_description: error.message });
    }
  });
}

async function registerClient(deps: Pick<Deps, 'clock' | 'database' | 'ids'>, body: unknown) {
  const { name, redirectUris } = readMetadata(body);
  const now = deps.clock.now();
  const { client_id: clientId, scopes } = await deps.database.transaction().execute((tx) =>
    insertApp(tx, {
      client_id: newKey(deps.ids),
      secret_hash: null,
      owner_id: null,
      name,
      redirect_uris: redirectUris,
      scopes: [...AGENT_SCOPES],
      origin: 'registered',
      created_at: now,
    }),
  );
  return {
    client_id: clientId,
    client_id_issued_at: toSeconds(now),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: scopes.join(' '),
  };
}

function readMetadata(body: unknown): { name: string; redirectUris: string[] } {
  if (!isRecord(body)) throw wrong('Send the metadata of the client as JSON.');
  const { token_endpoint_auth_method: method = 'none' } = body;
  if (method !== 'none') throw wrong('token_endpoint_auth_method must be none: clients get no secret here.');
  const uses = (stated: unknown, value: string) => stated === undefined || readTexts(stated).includes(value);
  if (!uses(body.grant_types, 'authorization_code') || !uses(body.response_types, 'code'))
    throw wrong('Only codes are issued: grant_types authorization_code, response_types code.');
  const name = readAppName(body.client_name);
  if (name === '') throw wrong('client_name is missing: people are shown it.');
  const stated = Array.isArray(body.redirect_uris) ? body.redirect_uris : [];
  const redirectUris = [...new Set(readTexts(stated))];
  if (redirectUris.length === 0 || redirectUris.length < new Set(stated).size)
    throw new RegistrationProblem('invalid_redirect_uri', 'Give redirect_uris as a list of addresses.');
  if (redirectUris.length > REDIRECT_URIS_MAX)
    throw new RegistrationProblem('invalid_redirect_uri', `Give at most ${REDIRECT_URIS_MAX} redirect_uris.`);
  for (const uri of redirectUris) {
    const problem = checkRedirectUri(uri);
    if (problem !== null)
      throw new RegistrationProblem('invalid_redirect_uri', `${uri.slice(0, 200)}: ${problem}`);
  }
  return { name, redirectUris };
}

function wrong(words: string): RegistrationProblem {
  return new RegistrationProblem('invalid_client_metadata', words);
}
