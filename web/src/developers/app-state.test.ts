import { expect, it } from 'vitest';
import { findInvalidRedirectUri, inScopeOrder, readRedirectUris } from './app-state.ts';

it('readRedirectUris reads one address a line and leaves out blanks and doubles', () => {
  const text = ' https://a.test/cb \r\n\n https://b.test/cb\nhttps://a.test/cb';
  expect(readRedirectUris(text)).toEqual(['https://a.test/cb', 'https://b.test/cb']);
});

it('findInvalidRedirectUri lets https pass, and http on this machine', () => {
  const uris = [
    'https://a.test/cb?x=1',
    'http://localhost:8080/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:9/cb',
  ];
  expect(findInvalidRedirectUri(uris)).toBeNull();
});

it.each(['http://a.test/cb', 'a.test/cb', 'https://a.test/cb#part', 'javascript:alert(1)', 'ftp://a.test'])(
  'findInvalidRedirectUri stops %s',
  (uri) => expect(findInvalidRedirectUri(['https://a.test', uri])).toBe(uri),
);

it('inScopeOrder orders what was ticked as the interface does and drops what is no scope', () => {
  expect(inScopeOrder(['workflows:write', 'nonsense', 'profile:read'])).toEqual([
    'profile:read',
    'workflows:write',
  ]);
});
