import { STEP_UP_ACTS } from '@paraph/contract';
import { describe, expect, it, vi } from 'vitest';
import { addressOf } from './ask.ts';
import { ApiError, call, readAnswer } from './call.ts';
import { randomKey } from './random-key.ts';
import { sayRefusalsBy } from './refusal-words.ts';
import { answerStepUp } from './step-up.ts';
import { violationsOf } from './violations.ts';

function refusal(status: number, text: string, requestId: string | null = null): ApiError {
  try {
    readAnswer(status, text, requestId);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('An ApiError was expected.');
}

const REFUSED = JSON.stringify({
  error: {
    statusCode: 400,
    code: 'VALIDATION_ERROR',
    message: 'No.',
    violations: { name: 'Too short.' },
    requestId: 'r1',
  },
});

describe('readAnswer', () => {
  it('answers nothing where there is no body', () => {
    expect(readAnswer(204, '', null)).toBeUndefined();
  });

  it('carries everything that an error of the interface says', () => {
    const error = refusal(400, REFUSED, 'r1');
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', message: 'No.', requestId: 'r1' });
    expect(error.violations).toEqual({ name: 'Too short.' });
  });

  it('takes the request id from the header where the body has none', () => {
    const text = '{"error":{"statusCode":500,"code":"INTERNAL_ERROR","message":"No."}}';
    expect(refusal(500, text, 'r2').requestId).toBe('r2');
  });

  it.each(['<html>Bad gateway</html>', '', 'null', '{"error":"text"}', '[1]'])(
    'says the status of an answer it cannot read: %j',
    (text) => {
      const error = refusal(502, text, 'r3');
      expect(error).toMatchObject({ status: 502, code: 'UNREADABLE_ANSWER', requestId: 'r3' });
      expect(error.message).toContain('502');
    },
  );
});

describe.each([
  ['fresh', true, ['acts']],
  ['stale, and shown again', true, ['is asked', 'shows it', 'acts']],
  ['stale, and not shown', false, ['is asked', 'closes the dialog']],
] as const)('a factor that is %s', (_state, isShown, expected) => {
  it.each(STEP_UP_ACTS)('%s', async (act) => {
    const [method = '', path = ''] = act.split(' ');
    const seen: string[] = [];
    let isFresh = expected.length === 1;
    vi.stubGlobal('fetch', async (asked: string, options: RequestInit) => {
      expect([options.method, asked]).toEqual([method, path]);
      seen.push(isFresh ? 'acts' : 'is asked');
      const refused = { error: { statusCode: 403, code: 'STEP_UP_REQUIRED', message: 'Show it.' } };
      return new Response(JSON.stringify(isFresh ? { done: act } : refused), { status: isFresh ? 200 : 403 });
    });
    const forget = answerStepUp(async () => {
      seen.push(isShown ? 'shows it' : 'closes the dialog');
      isFresh = isShown;
      return isShown;
    });
    const answer = call(path, { method: method as 'PUT', json: {} });
    if (isShown) expect(await answer).toEqual({ done: act });
    else await expect(answer).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
    expect(seen).toEqual(expected);
    forget();
    vi.unstubAllGlobals();
  });
});

const error = new ApiError({
  statusCode: 400,
  code: 'VALIDATION_ERROR',
  message: 'No.',
  violations: { email: 'Taken.', type: 'Unknown.' },
});

it('addressOf fills in what the path names, and asks for the rest, but for what is undefined', () => {
  const which = { workspaceId: 3, page: 2, search: 'Å & b' };
  const contacts = 'GET /api/v1/workspaces/{workspaceId}/contacts';
  expect(addressOf(contacts, which)).toBe('/api/v1/workspaces/3/contacts?page=2&search=%C3%85+%26+b');
  expect(addressOf(contacts, { workspaceId: 3, search: undefined })).toBe('/api/v1/workspaces/3/contacts');
  const seal = addressOf('DELETE /api/v1/seals/{sealId}', { sealId: 'a/../b?' });
  expect(seal).toBe('/api/v1/seals/a%2F..%2Fb%3F');
});

it('violationsOf finds the sentences of the given fields only', () => {
  expect(violationsOf(error, ['name', 'email'])).toEqual([{ field: 'email', sentence: 'Taken.' }]);
});

it('violationsOf finds that of an entry of a field, and not of another field that begins alike', () => {
  const violations = { scopesX: 'Odd.', 'scopes[1]': 'Unknown.' };
  const refused = new ApiError({ statusCode: 400, code: 'VALIDATION_ERROR', message: 'No.', violations });
  expect(violationsOf(refused, ['scopes'])).toEqual([{ field: 'scopes', sentence: 'Unknown.' }]);
});

it('violationsOf finds none in other errors', () => {
  expect(violationsOf(new Error('No.'), ['name'])).toEqual([]);
});

it('randomKey is 32 hex digits and never the same twice', () => {
  const keys = Array.from({ length: 100 }, randomKey);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(100);
});

describe('translate', () => {
  const refused = () => refusal(400, REFUSED);

  it('says the message and each violation in the words of the page, and which of them stayed English', async () => {
    sayRefusalsBy(async (sentences) => sentences.map((each) => (each === 'Too short.' ? 'Zu kurz.' : each)));
    const error = await refused().translate();
    expect([error.message, error.violations]).toEqual(['No.', { name: 'Zu kurz.' }]);
    expect([...error.english]).toEqual(['No.']);
  });

  it('leaves them as they are where the words cannot be loaded', async () => {
    sayRefusalsBy(() => Promise.reject(new Error('offline')));
    expect((await refused().translate()).violations).toEqual({ name: 'Too short.' });
  });
});
