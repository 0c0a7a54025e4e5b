import { describe, expect, test } from 'vitest';
import { isOwnHost } from './host-header.ts';

const allows = (host: string | undefined, path = '/sign-in', own = 'sign.example.com') =>
  isOwnHost(host, { own, path });

describe('the Host of a request', () => {
  test.each(['sign.example.com', 'SIGN.example.com:8443', 'localhost:3000', '127.0.0.1:49152', '[::1]:80'])(
    'may be %s',
    (host) => expect(allows(host)).toBe(true),
  );

  test.each([
    ...['evil.example', 'sign.example.com.evil.example', 'evilsign.example.com', 'localhost.evil.example'],
    ...['10.0.0.7', '[2001:db8::1]', '0.0.0.0', 'sign.example.com@evil.example', 'a b', '', undefined],
  ])('may not be %s', (host) => expect(allows(host)).toBe(false));

  test('may be any name or address, or missing, where health is asked for', () => {
    for (const path of ['/livez', '/readyz', '/metrics'])
      for (const host of ['serve1:3000', '10.0.0.7:3000', '[2001:db8::1]', undefined])
        expect(allows(host, path)).toBe(true);
    expect(allows('serve1:3000', '/readyz/..')).toBe(false);
  });

  test('of a loopback instance may be any of its loopback names', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(allows(host, '/', '127.0.0.1')).toBe(true);
  });
});
