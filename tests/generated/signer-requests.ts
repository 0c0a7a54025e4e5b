import { drawnSignature, INTENT } from '../support/signer.ts';
import type { Special } from './requests.ts';

const PICTURE = drawnSignature({ width: 32, height: 32 });

/** What the requests of a signer hold. */
export const SIGNER_SPECIALS = {
  giveConsent: { body: (ids) => ({ version: ids.consentVersion, language: 'en' }) },
  nameWitness: { body: () => ({ name: 'Eve', email: 'eve@example.com' }) },
  saveMark: { body: () => ({ method: 'draw', png: PICTURE }) },
  fillField: { body: () => ({ value: null }) },
  readIdentification: { query: (ids) => ({ preview: ids.previewId }) },
  requestSigningCode: { body: (ids) => ({ previewId: ids.previewId, language: 'en' }) },
  beginIdentityVisit: { body: (ids) => ({ previewId: ids.previewId, language: 'en' }) },
  askForPasskey: { body: (ids) => ({ previewId: ids.previewId }) },
  proveByPasskey: {
    body: ({ previewId, passkeyId }) => ({
      ...{ previewId, credential: passkeyId },
      ...{ clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
    }),
  },
  mailPasskeyCode: { body: () => ({ language: 'en' }) },
  beginPasskey: { body: () => ({ code: '123456' }) },
  addPasskey: {
    body: () => ({ credential: 'AAAA', clientDataJSON: 'e30', attestationObject: 'AAAA', transports: [] }),
  },
  enterSigningCode: { body: (ids) => ({ previewId: ids.previewId, code: '123456' }) },
  previewSigning: { body: (ids) => ({ shownHash: ids.shownHash, timeZone: 'UTC' }) },
  certifyOwnKey: { body: (ids) => ({ previewId: ids.previewId, publicKey: 'MFkw', proof: 'AAAA' }) },
  finishSigning: {
    body: (ids) => ({ previewId: ids.previewId, intent: INTENT }),
    more: ({ previewId, documentId }) => [{ previewId, signatures: [{ documentId, value: 'AAAA' }] }],
  },
  setFollowers: {
    body: () => ({ followers: [{ name: 'Fay', email: 'fay@example.com', when: 'both' }] }),
    more: (ids) => [
      { followers: [{ name: 'Fay', email: 'fay@example.com', when: 'end', of: ids.recipientId }] },
    ],
  },
  reassignSigning: { body: () => ({ name: 'Eve', email: 'eve@example.com', reason: 'On leave' }) },
  approveReview: { body: (ids) => ({ shownHash: ids.shownHash, intent: INTENT }) },
} satisfies Record<string, Special>;
