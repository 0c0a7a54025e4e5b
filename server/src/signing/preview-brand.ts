import { readAcceptedLanguage } from '@paraph/domain';
import { type Brand, chooseDisclosure, viewShownBrand } from '../brands/api.ts';
import type { Deps } from '../deps.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { chooseConsentText, findConsentTranslation } from './session/consent-texts.ts';
import type { viewSigning } from './signing-view.ts';

const DEADLINE_SECONDS = 14 * 86_400;

const SAMPLE = {
  ...{ id: 1, name: 'Lease of the mill.pdf', size: 84_112, sha256: '', contents: '' },
  pages: [{ width: 595, height: 842 }],
  ...{ url: '#', downloadUrl: '#', downloadName: 'Lease of the mill.pdf', firstPageUrl: null },
};

/**
 * What the signing page would show by the draft of a brand, of a document that there is not: level, consent and who
 * asks are as they always are. No link, nothing is stored.
 */
export function previewBrand(
  { clock }: Pick<Deps, 'clock'>,
  draft: {
    brand: Brand | null;
    organizationId: number;
    organizationName: string;
    acceptLanguage: string | undefined;
  },
): ReturnType<typeof viewSigning> {
  const { brand, organizationId, organizationName, acceptLanguage } = draft;
  const language = readAcceptedLanguage(acceptLanguage) ?? 'en';
  const consent = chooseConsentText('simple', acceptLanguage);
  const disclosure = brand && chooseDisclosure(brand, language);
  const logoUrl = `/api/v1/organization/brand/logo`;
  const shown = viewShownBrand(brand, { logoUrl });
  const person = { name: 'Ada Lovelace', email: 'ada@example.com' };
  return {
    link: 'preview',
    hosted: null,
    state: 'open',
    workflow: {
      ...{ name: 'Lease of the mill', type: 'simple', sandbox: false, status: 'started' },
      expiryDate: toSeconds(addSeconds(clock.now(), DEADLINE_SECONDS)),
      ...{ senderName: 'Grace Hopper', senderEmail: 'grace@example.com', organizationName },
      ...{ message: null, cancelReason: null },
    },
    recipient: { ...person, language: null },
    action: { id: 1, type: 'sign', status: 'started', comment: null, actedAt: null },
    documents: [SAMPLE],
    ...{ fields: [], inputs: {}, marks: { signature: null, initials: null }, attachments: [], annexes: [] },
    consent: {
      ...{ version: consent.version, language: consent.language, text: consent.text, given: false },
      translation: findConsentTranslation(consent, language),
      disclosure: disclosure && { ...disclosure, sha256: sha256(disclosure.text).toString('hex') },
    },
    brand: shown && {
      ...shown,
      logoUrl: shown.logoUrl && `${shown.logoUrl}&organizationId=${organizationId}`,
    },
    ...{ identification: null, shownHash: '', mayReassign: false, certificateUrl: null },
    choice: null,
    witness: { of: null, stated: null, own: [] },
    people: [{ name: person.name, type: 'sign', stepOrder: 1, status: 'started', place: null }],
  };
}
