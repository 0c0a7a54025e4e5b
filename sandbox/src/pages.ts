import type { FastifyInstance, FastifyReply } from 'fastify';
import { openSandboxAuthority, publishSandboxCrl } from './authority.ts';
import { authorizationPage, errorPage, STYLE } from './authorization-page.ts';
import { confirmAuthorization, readAuthorizationRequest, requireClient, returnUrl } from './oauth.ts';
import { SANDBOX_PATH, SandboxError, type SandboxPorts } from './ports.ts';
import { answerSandbox } from './service.ts';
import { chooseSandboxLanguage, SANDBOX_TEXTS } from './texts.ts';

/** A request names the hashes of some documents. */
const REQUEST_BYTES_MAX = 65_536;

/** Of the addresses that post, each call is counted. */
type CountCall = (ip: string) => Promise<unknown>;

/** The pages and the interface of the sandbox. */
export function addSandboxPages(app: FastifyInstance, ports: SandboxPorts, countCall: CountCall): void {
  app.get(`${SANDBOX_PATH}/style.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  );
  app.get(`${SANDBOX_PATH}/authority.cer`, async (_request, reply) => {
    const { certificates } = await openSandboxAuthority(ports);
    return reply.type('application/pkix-cert').send(Buffer.from(certificates[0] ?? []));
  });
  app.get(`${SANDBOX_PATH}/authority.crl`, async (_request, reply) =>
    reply.type('application/pkix-crl').send(Buffer.from(await publishSandboxCrl(ports))),
  );
  app.get(`${SANDBOX_PATH}/oauth2/authorize`, async (request, reply) =>
    showPage(ports, reply, {
      query: new URL(request.url, 'http://localhost').search.slice(1),
      typed: null,
      acceptLanguage: request.headers['accept-language'],
    }),
  );
  app.register(async (scope) => addCalls(scope, ports, countCall));
}

function addCalls(app: FastifyInstance, ports: SandboxPorts, countCall: CountCall): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: REQUEST_BYTES_MAX },
    async (_request: unknown, body: string | Buffer) => String(body),
  );
  app.addHook('onRequest', async (request) => {
    await countCall(request.ip);
  });
  app.post(`${SANDBOX_PATH}/oauth2/authorize`, async (request, reply) => {
    const form = new URLSearchParams(String(request.body ?? ''));
    const typed = {
      isConfirmed: form.get('answer') === 'confirm',
      name: form.get('name') ?? '',
      otp: form.get('otp') ?? '',
    };
    const acceptLanguage = request.headers['accept-language'];
    return showPage(ports, reply, { query: form.get('query') ?? '', typed, acceptLanguage });
  });
  app.post<{ Params: { '*': string } }>(`${SANDBOX_PATH}/*`, async (request, reply) => {
    const { status, body } = await answerSandbox(ports, {
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

async function showPage(ports: SandboxPorts, reply: FastifyReply, { query, typed, acceptLanguage }: Visit) {
  const html = (status: number, text: string) =>
    reply.status(status).type('text/html; charset=utf-8').send(text);
  const fields = new URLSearchParams(query);
  // `lang` is of the CSC API, `ui_locales` of OpenID Connect.
  const language = chooseSandboxLanguage(fields.get('lang'), fields.get('ui_locales'), acceptLanguage);
  try {
    requireClient(ports, fields);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return html(400, errorPage(language, error.message));
  }
  const back = { redirectUri: fields.get('redirect_uri') ?? '', state: fields.get('state') ?? '' };
  // 303: the browser does not repeat its body at the target (RFC 9700 §4.12).
  const refuse = (code: string, words: string) =>
    reply.redirect(returnUrl(back, { error: code, error_description: words }), 303);
  try {
    const request = await readAuthorizationRequest(ports, fields);
    if (!typed) return html(200, authorizationPage(request, { query, language, error: null }));
    if (!typed.isConfirmed) return refuse('access_denied', SANDBOX_TEXTS[language].cancelled);
    try {
      return reply.redirect(await confirmAuthorization(ports, request, typed), 303);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return html(400, authorizationPage(request, { query, language, error }));
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return refuse(error.code, error.message);
  }
}
