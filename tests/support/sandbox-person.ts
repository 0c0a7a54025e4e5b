import { randomBytes } from 'node:crypto';
import type { Sandbox } from '@paraph/sandbox';
import {
  type CscAuthorization,
  type CscConsent,
  type CscTransport,
  cscAuthorizationUrl,
  cscService,
  exchangeCscCode,
} from '../../pades/src/index.ts';
import type { TestInstance } from './instance.ts';

/** Where the pages of a sandbox are: a whole instance, or the sandbox alone. */
interface SandboxHost {
  inject: TestInstance['inject'];
  deps: { config: { baseUrl: string }; sandbox: Sandbox | null };
}

/** A person at the sandbox provider of an instance, with a client that calls it over HTTP. */
export function sandboxPerson(instance: SandboxHost) {
  const { baseUrl } = instance.deps.config;
  const sandbox = `${baseUrl}/sandbox-provider`;
  const { clientId = '', clientSecret = '' } = instance.deps.sandbox?.provider ?? {};
  const redirectUri = `${baseUrl}/sign/provider/return`;
  const client = {
    tokenUrl: `${sandbox}/oauth2/token`,
    clientId,
    clientSecret,
  };
  const transport: CscTransport = async ({ url, headers, body }) => {
    const path = url.slice(baseUrl.length);
    const answer = await instance.inject({ method: 'POST', url: path, headers, payload: body });
    return { status: answer.statusCode, body: answer.body };
  };
  const urlFor = (consent: CscConsent, codeVerifier: string) =>
    cscAuthorizationUrl({
      url: `${sandbox}/oauth2/authorize`,
      clientId,
      redirectUri,
      state: 'the state',
      codeVerifier,
      consent,
    });
  /** Presses a button of the page at this address. */
  const answer = async (url: string, typed: Readonly<Record<string, string>>) => {
    const form = new URLSearchParams({ query: new URL(url).search.slice(1), answer: 'confirm', ...typed });
    return instance.inject({
      method: 'POST',
      url: '/sandbox-provider/oauth2/authorize',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
  };
  const exchange = (code: string, codeVerifier: string, changed: Partial<typeof client> = {}) =>
    exchangeCscCode({ ...client, ...changed }, { code, codeVerifier, redirectUri }, { transport });
  /** Consents on the page and returns the token. */
  const consentTo = async (consent: CscConsent, typed: Readonly<Record<string, string>>) => {
    const codeVerifier = randomBytes(32).toString('base64url');
    const { headers } = await answer(urlFor(consent, codeVerifier), typed);
    const code = new URL(String(headers.location)).searchParams.get('code') ?? '';
    return (await exchange(code, codeVerifier)).token;
  };
  const open = (authorization: CscAuthorization) =>
    cscService({ baseUrl: `${sandbox}/csc/v2`, transport, authorization });
  return { sandbox, transport, urlFor, answer, exchange, consentTo, open };
}
