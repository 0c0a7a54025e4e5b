import { expect, it } from 'vitest';
import { cachedSeconds, requireDocumentUrl } from './client-document.ts';

it.each([
  'https://app.example.com',
  'https://app.example.com/',
  'https://app.example.com/a/../client.json',
  'https://APP.example.com/client.json',
  'https://app.example.com:443/client.json',
  'https://app.example.com/client.json#x',
  'https://app.example.com/client.json#',
  'https://b\u00fccher.example/client.json',
  'https:///client.json',
])('a client id has one spelling, and %s is another', (clientId) => {
  expect(() => requireDocumentUrl(clientId)).toThrow(
    expect.objectContaining({ violations: { client_id: expect.stringContaining('as browsers write it') } }),
  );
});

it('a client id is an address with a path', () => {
  expect(() => requireDocumentUrl('https://app.example.com/client.json')).not.toThrow();
});

it.each([
  [null, 3_600],
  ['public', 3_600],
  ['max-age=600', 600],
  ['public, max-age=60', 300],
  ['max-age=31536000', 86_400],
  ['no-store', 300],
  ['no-cache, max-age=86400', 300],
  ['s-maxage=7200', 3_600],
])('a document with the header %s counts as read for %i seconds', (header, seconds) => {
  expect(cachedSeconds(header)).toBe(seconds);
});
