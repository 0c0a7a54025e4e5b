import { Fault } from '@paraph/domain';
import { type CscServiceInfo, RemoteSigningError } from '@paraph/pades';
import type { TrustDeps, TrustProvider } from './find-providers.ts';
import { openProviderService } from './provider-client.ts';

export interface TrialFinding {
  isWell: boolean;
  text: string;
}

const METHODS = ['credentials/list', 'credentials/info', 'signatures/signHash'] as const;

/** Calls `info` of a provider; a sentence for everything that matters, as of a provider that cannot be reached. */
export async function tryProvider(deps: TrustDeps, provider: TrustProvider): Promise<TrialFinding[]> {
  try {
    const info = await openProviderService(deps, provider, { token: '' }).info();
    return describe(provider, info);
  } catch (error) {
    if (!(error instanceof Fault || error instanceof RemoteSigningError)) throw error;
    return [{ isWell: false, text: error.message }];
  }
}

function describe({ oauthUrl }: TrustProvider, info: CscServiceInfo): TrialFinding[] {
  const { name, specification, region, methods, authorizationTypes } = info;
  const place = region === null ? '' : `, region ${region}`;
  const missing = METHODS.filter((method) => !methods.includes(method));
  const isVersion2 = /^2\./.test(specification);
  const pages = oauthUrl ?? info.oauthUrl;
  return [
    { isWell: true, text: `It answers as “${name}”${place}.` },
    {
      isWell: isVersion2,
      text: isVersion2
        ? `It speaks version ${specification} of the CSC API.`
        : `It speaks version ${specification} of the CSC API; version 2 is needed.`,
    },
    {
      isWell: missing.length === 0,
      text:
        missing.length === 0
          ? 'It offers every method that signing needs.'
          : `It does not offer ${missing.join(', ')}.`,
    },
    {
      isWell: authorizationTypes.includes('oauth2code'),
      text: authorizationTypes.includes('oauth2code')
        ? 'People sign in on its own pages (OAuth 2).'
        : 'It does not let people sign in on its own pages (OAuth 2, oauth2code).',
    },
    {
      isWell: pages !== null,
      text:
        pages === null
          ? 'It does not say where its OAuth server is: set that address here.'
          : `Its OAuth server is ${pages}.`,
    },
  ];
}
