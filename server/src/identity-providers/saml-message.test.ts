import { expect, test } from 'vitest';
import { writeAuthnRequest } from './saml-message.ts';

test('a request asks the person to sign in anew only where a session at the provider does not count', () => {
  const head = {
    id: '_1',
    now: new Date(0),
    destination: 'https://idp.example',
    issuer: 'https://sp.example',
  };
  const written = [false, true].map((isFresh) =>
    writeAuthnRequest(head, { acsUrl: 'https://sp.example/acs', nameFormat: null, isFresh }),
  );
  expect(written.map((xml) => xml.includes(' ForceAuthn="true"'))).toEqual([false, true]);
});
