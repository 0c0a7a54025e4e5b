import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAuthorizationQuery, redirectBack } from './authorization-query.ts';

const PAGE = '/integration-apps/authorize';
const CALLBACK = 'https://app.example.com/callback';
const text = fc.string({ unit: 'binary', maxLength: 60 });

const stateOf = (query: string) => readAuthorizationQuery(`${PAGE}?${query}`).values.get('state');

it('a query that was encoded is read as it was meant, in every form of percent-encoding', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('?', '?&', '??', '?&&'), (state, start) => {
      const query = `state=${encodeURIComponent(state)}&redirect_uri=${encodeURIComponent(CALLBACK)}`;
      const read = readAuthorizationQuery(`${PAGE}${start}${query}`);
      expect(read.values.get('state')).toBe(state);
      expect(read.redirectUris).toEqual([CALLBACK]);
      expect(read.repeated.size).toBe(0);
    }),
  );
});

it('a query that was encoded is read as it was meant when a form made it', () => {
  fc.assert(
    fc.property(text, (state) => {
      // A space beside nothing but letters and digits could be base64: then that is what it is taken for.
      fc.pre(!/^[A-Za-z0-9 ]+$/.test(state) || !state.includes(' '));
      expect(stateOf(String(new URLSearchParams({ client_id: 'x', state, scope: 'a b' })))).toBe(state);
    }),
  );
});

it('a query that was encoded leads back with the same state, whatever it is', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(CALLBACK, `${CALLBACK}?a=b`, `${CALLBACK}?`), (state, uri) => {
      const back = redirectBack(uri, { code: 'x', state, nothing: null });
      expect(back.startsWith(uri)).toBe(true);
      const { searchParams } = new URL(back);
      expect(searchParams.get('state')).toBe(state);
      expect(searchParams.get('code')).toBe('x');
      expect(searchParams.has('nothing')).toBe(false);
    }),
  );
});

it('a query that was not gives back the base64 that clients take for a state', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 48 }), (bytes) => {
      const state = Buffer.from(bytes).toString('base64');
      // Without a plus nothing is in doubt; with one, letters of both cases and digits tell base64 from words.
      fc.pre(!state.includes('+') || /[=/]/.test(state) || /(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/.test(state));
      expect(stateOf(`state=${state}&scope=profile:read`)).toBe(state);
    }),
  );
});

it('a query that was not offers an open redirect URI with and without what follows it', () => {
  const query = `redirect_uri=${CALLBACK}?a=1&b=2&state=s&c=3`;
  const { redirectUris, values } = readAuthorizationQuery(`${PAGE}?${query}`);
  expect(redirectUris).toEqual([`${CALLBACK}?a=1`, `${CALLBACK}?a=1&b=2`]);
  expect(values.get('state')).toBe('s');
});

it('never throws, and names what is repeated', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (rest) => {
      expect(readAuthorizationQuery(`${PAGE}?${rest}`).values).toBeInstanceOf(Map);
    }),
  );
  expect([...readAuthorizationQuery(`${PAGE}?scope=a&scope=b`).repeated]).toEqual(['scope']);
  expect(readAuthorizationQuery(PAGE).values.size).toBe(0);
});
