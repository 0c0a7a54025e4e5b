import type { Texts } from './start-text.ts';

export const identityEnglish = {
  title: 'Identity provider',
  lead:
    'Where people of {{name}} have their accounts (OpenID Connect). For the level “advanced” you can ask signers to sign in ' +
    'there, anew for each signature.',
  notYours: 'Administrators set up the identity provider',
  notYoursLead: 'Ask one of them if you want signers to sign in there.',
  tryAgain: 'Try again',
  returnUrl: 'Address to register at the provider (redirect URI)',
  issuer: 'Issuer',
  issuerHint: 'As in https://login.example.com/realms/acme',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  clientSecretKept: 'Empty: the secret stays as it is.',
  needed: 'Fill this in.',
  who: 'Only a person whose address there is verified and is the recipient’s can sign. The operator of the provider could sign in in the name of each of them.',
  save: 'Save',
  set: 'The identity provider was saved. Try it before you use it.',
  try: 'Try',
  trying: 'The provider is being asked.',
  delete: 'Delete',
  leave: 'Back',
  deleteTitle: 'Delete the identity provider?',
  deleteWhat:
    'Signers who were asked to sign in there cannot sign until their sender chooses another identification. What was signed stays as it is.',
  deleted: 'The identity provider was deleted',
} satisfies Texts;
