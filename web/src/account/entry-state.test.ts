import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPath } from './entry-state.ts';

describe('nextPath', () => {
  it('leads back to the page that asked for signing in', () => {
    expect(nextPath('/documents/3/14?tab=mails')).toBe('/documents/3/14?tab=mails');
  });

  it('leads to the documents where nothing was asked', () => {
    expect(nextPath(undefined)).toBe('/documents');
  });

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '', '/\t/evil.test'])(
    'refuses %j, which would leave this service',
    (next) => expect(nextPath(next)).toBe('/documents'),
  );

  it('never leads back to signing in, which would go round in circles', () => {
    expect(nextPath('/sign-in?next=/inbox')).toBe('/documents');
  });

  it('stays on this origin whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (next) => {
          expect(new URL(nextPath(next), 'https://paraph.test').origin).toBe('https://paraph.test');
        },
      ),
    );
  });
});
