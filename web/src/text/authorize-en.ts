import type { Texts } from './start-text.ts';

export const authorizeEnglish = {
  signInTitle: 'Sign in',
  signInLead: 'An app asks to act in your name. Sign in to see what it asks for.',
  forgotPassword: 'Forgot your password?',
  errorTitle: 'This request cannot be shown',
  errorLead: 'Nothing was allowed. Go back to the app and start again.',
  tryAgain: 'Try again',
  title: 'Allow {{name}}?',
  lead: '{{name}}, an app by {{owner}}, asks to act in your name.',
  scopes: '{{name}} will be able to',
  as: 'You are signed in as {{name}} ({{email}}).',
  notYou: 'Not you? Sign out',
  next: 'Your answer goes to {{host}}.',
  allow: 'Allow',
  deny: 'Deny',
  later: 'You can uninstall the app at any time on your account page.',
} satisfies Texts;
