import type { AnswerOf, operations } from '@paraph/contract';
import { currentLanguage } from '../text/start-text.ts';
import { deviceTimeZone, jsonRequest, sendTo } from './signing-api.ts';

type AnswerTo<Name extends keyof typeof operations> = AnswerOf<(typeof operations)[Name]>;
export type ProviderState = AnswerTo<'readProviderVisit'>;
export type OfferedCredential = AnswerTo<'listCredentials'>[number];
export type NextStep = AnswerTo<'chooseCredential'>;

export interface ProviderApi {
  readonly state: () => Promise<ProviderState>;
  /** Answers the page of the provider to go to. */
  readonly begin: (body: { previewId: string; provider: string }) => Promise<string>;
  readonly credentials: () => Promise<readonly OfferedCredential[]>;
  readonly choose: (credentialId: string) => Promise<NextStep>;
  readonly release: (values: readonly { id: string; value: string }[]) => Promise<void>;
  /** False while the provider is not ready. */
  readonly finish: (button: string) => Promise<boolean>;
}

export function createProviderApi(link: string, fetcher = fetch.bind(globalThis)): ProviderApi {
  const base = `/api/v1/signing/${encodeURIComponent(link)}/provider`;
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    sendTo(fetcher, base + path, jsonRequest(method, body, { 'Accept-Language': currentLanguage() }));
  const read = async <T>(response: Promise<Response>) => (await (await response).json()) as T;
  const language = currentLanguage;
  return {
    state: () => read<ProviderState>(send('GET', '')),
    begin: async (body) =>
      (await read<{ url: string }>(send('POST', '', { ...body, language: language() }))).url,
    credentials: () => read<OfferedCredential[]>(send('GET', '/credentials')),
    choose: (credentialId) =>
      read<NextStep>(send('PUT', '/credential', { credential: credentialId, language: language() })),
    release: async (values) => void (await send('POST', '/release', { values })),
    finish: async (button) => {
      const intent = { button, language: language(), timeZone: deviceTimeZone() };
      return (await read<{ done: boolean }>(send('POST', '/finish', { intent }))).done;
    },
  };
}
