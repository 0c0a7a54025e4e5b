import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { authorizationPage, errorPage, STYLE } from './authorization-page.ts';
import {
  hasSandbox,
  openSandboxAuthority,
  publishSandboxCrl,
  SANDBOX_PATH,
  type SandboxDeps,
} from './sandbox-authority.ts';
import { SandboxError } from './sandbox-error.ts';
import { confirmAuthorization, readAuthorizationRequest, requireClient, returnUrl } from './sandbox-oauth.ts';
import { answerSandbox } from './sandbox-service.ts';
import { chooseSandboxLanguage, SANDBOX_TEXTS } from './sandbox-texts.ts';

/** A request names the hashes of some documents. */
const REQUEST_BYTES_MAX = 65_536;

/** The sandbox provider of an instance on loopback; other instances have no such addresses. */
export function addSandboxPages(app: FastifyInstance, deps: SandboxDeps): void {
  if (!hasSandbox(deps.config)) return;
  app.get(`${SANDBOX_PATH}/style.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  );
  app.get(`${SANDBOX_PATH}/authority.cer`, async (_request, reply) => {
    const { certificates } = await openSandboxAuthority(deps);
    return reply.type('application/pkix-cert').send(Buffer.from(certificates[0] ?? []));
  });
  app.get(`${SANDBOX_PATH}/authority.crl`, async (_request, reply) =>
    reply.type('application/pkix-crl').send(Buffer.from(await publishSandboxCrl(deps))),
  );
  app.get(`${SANDBOX_PATH}/oauth2/authorize`, async (request, reply) =>
    showPage(deps, reply, {
      query: new URL(request.url, 'http://localhost').search.slice(1),
      typed: null,
      acceptLanguage: request.headers['accept-language'],
    }),
  );
  app.register(async (scope) => addCalls(scope, deps));
}

function addCalls(app: FastifyInstance, deps: SandboxDeps): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: REQUEST_BYTES_MAX },
    async (_request: unknown, body: string | Buffer) => String(body),
  );
  app.addHook('onRequest', async (request) => {
    await countHit(deps, 'authorityAnswers', addressKey(request.ip));
  });
  app.post(`${SANDBOX_PATH}/oauth2/authorize`, async (request, reply) => {
    const form = new URLSearchParams(String(request.body ?? ''));
    const typed = {
      isConfirmed: form.get('answer') === 'confirm',
      name: form.get('name') ?? '',
      otp: form.get('otp') ?? '',
    };
    const acceptLanguage = request.headers['accept-language'];
    return showPage(deps, reply, { query: form.get('query') ?? '', typed, acceptLanguage });
  });
  app.post<{ Params: { '*': string } }>(`${SANDBOX_PATH}/*`, async (request, reply) => {
    const { status, body } = await answerSandbox(deps, {
      path: `/${request.params['*']}`,
      authorization: request.headers.authorization ?? '',
      body: String(request.body ?? ''),
    });
    return reply.status(status).type('application/json').send(body);
  });
}

interface Visit {
  query: string;
  /** Null when the page is opened. */
  typed: { isConfirmed: boolean; name: string; otp: string } | null;
  acceptLanguage: string | undefined;
}

async function showPage(deps: SandboxDeps, reply: FastifyReply, { query, typed, acceptLanguage }: Visit) {
  const html = (status: number, text: string) =>
    reply.status(status).type('text/html; charset=utf-8').send(text);
  const fields = new URLSearchParams(query);
  // `lang` is of the CSC API, `ui_locales` of OpenID Connect.
  const language = chooseSandboxLanguage(fields.get('lang'), fields.get('ui_locales'), acceptLanguage);
  try {
    requireClient(deps, fields);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return html(400, errorPage(language, error.message));
  }
  const back = { redirectUri: fields.get('redirect_uri') ?? '', state: fields.get('state') ?? '' };
  // 303: the browser does not repeat its body at the target (RFC 9700 §4.12).
  const tell = (code: string, words: string) =>
    reply.redirect(returnUrl(back, { error: code, error_description: words }), 303);
  try {
    const request = await readAuthorizationRequest(deps, fields);
    if (!typed) return html(200, authorizationPage(request, { query, language, error: null }));
    if (!typed.isConfirmed) return tell('access_denied', SANDBOX_TEXTS[language].cancelled);
    try {
      return reply.redirect(await confirmAuthorization(deps, request, typed), 303);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return html(400, authorizationPage(request, { query, language, error }));
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return tell(error.code, error.message);
  }
}
