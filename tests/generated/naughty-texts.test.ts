import { LIMITS, readMissingCharacters } from '@paraph/domain';
import { describe, expect, test, vi } from 'vitest';
import { createMissingCharacterFinder } from '../../server/src/platform/fonts.ts';
import { quickForm } from '../support/instance.ts';
import { expectStatus } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { callersOf, instanceForThisFile, sendJson } from './callers.ts';
import { chanceOf } from './chance.ts';
import { openOrganization } from './organization.ts';
import type { Wire } from './requests.ts';

// Text of every kind in every field that keeps text: what was written is read, character for character, and a
// document that bears such names is still mailed, signed and sealed.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
const SEED = 31;
const TEXTS = 500;

const PIECES: readonly string[] = [
  'Ada',
  ' ',
  'ß',
  'ﬁ',
  'İi',
  'e\u0301',
  'n\u0303o',
  'z\u0351\u036b\u0343',
  '\u202eevil\u202c',
  '\u2066x\u2069',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
  '\u{1f469}\u200d\u{1f680}',
  '\u{1f1eb}\u{1f1f7}',
  '\u{20bb7}',
  '田中さん',
  'مرحبا',
  'שלום',
  'ไทย',
  '한국어',
  'नमस्ते',
  'Ω≈ç√∫',
  "O'Neil",
  '"quoted"',
  '`tick`',
  '\\',
  '\\u0000',
  '%00',
  '%s%n',
  '{{7*7}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '<b>&amp;</b>',
  '--',
  "'; drop table users; --",
  '../../etc/passwd',
  '=1+1',
  '@import',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'http://example.com',
  '[link](javascript:x)',
  '(/Type /Catalog) >>',
  'endstream endobj',
  '=?utf-8?q?x?=',
  '\u{1d54f}',
];

const instance = await instanceForThisFile();
const organization = await openOrganization(instance, 'Ada');
const { owner } = organization.people;
const chance = chanceOf(SEED);
let written = 0;

/** What a text keeps and a name may not have. */
const HIDDEN: readonly string[] = ['\u202eevil\u202c', '\u2066x\u2069', '\u200b', '\ufeff', '\u2028'];
const NAME_PIECES = PIECES.filter((piece) => !HIDDEN.includes(piece));

const naughtyName = (charactersMax?: number) => naughtyText(charactersMax, NAME_PIECES);

/** Never the same twice, and nothing at its ends that trimming takes away. */
function naughtyText(charactersMax = 250, of: readonly string[] = PIECES): string {
  written += 1;
  const pieces = Array.from({ length: 1 + chance.below(4) }, () => chance.pick(of)).join('');
  return `${written}${[...pieces].slice(0, charactersMax - 5).join('')}.`;
}

const caller = () => {
  const [first] = callersOf(organization);
  if (!first) throw new Error('an organization has an owner');
  return first;
};
const ask = (method: Wire['method'], url: string, body?: object) =>
  sendJson(instance, caller(), [method, url, body]);
async function call(method: Wire['method'], url: string, body?: object) {
  const answer = await ask(method, url, body);
  expect([url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
    url,
    answer.statusCode,
    '',
  ]);
  return answer.json();
}

/** Where text is kept: writes texts there, the names among them first, and reads what is kept. */
const KEPT: Record<
  string,
  { texts: number; names: number; charactersMax?: number; keep(texts: readonly string[]): Promise<unknown[]> }
> = {
  'a workspace': {
    texts: 2,
    names: 1,
    keep: async ([name, description]) => {
      const { id } = await call('POST', '/api/v1/workspaces', { name, description });
      const read = await call('GET', `/api/v1/workspaces/${id}`);
      return [read.name, read.description];
    },
  },
  'a tag': {
    texts: 1,
    names: 1,
    charactersMax: LIMITS.tagNameCharactersMax,
    keep: async ([name]) => {
      const url = `/api/v1/workspaces/${organization.ids.workspaceId}/tags`;
      const { id } = await call('POST', url, { name });
      const tags = (await call('GET', url)) as { id: number; name: string }[];
      return tags.flatMap((tag) => (tag.id === id ? [tag.name] : []));
    },
  },
  'a workflow': {
    texts: 3,
    names: 1,
    keep: async ([name, senderMessage, deal]) => {
      const url = draftUrl();
      await call('PUT', url, { name, senderMessage, metadata: { deal } });
      const read = await call('GET', url);
      return [read.name, read.senderMessage, read.metadata.deal];
    },
  },
  'a field': {
    texts: 2,
    names: 0,
    keep: async ([label, value = '']) => {
      const { draftDocumentId: documentId, draftRoleId: role } = organization.ids;
      const style = { width: 20, height: 4 };
      const field = { type: 'text', documentId, role, page: 1, posX: 5, posY: 5, style, label };
      const url = `${draftUrl()}/fields`;
      // The value is written on the page: what no font draws is refused by name, and the rest is kept.
      const missing = createMissingCharacterFinder(instance.deps.config)(value);
      const drawable = [...value.normalize('NFC')].filter((one) => !missing.includes(one)).join('');
      if (missing.length > 0) {
        const answer = expectStatus(await ask('PUT', url, { fields: [{ ...field, value }] }), 400);
        expect(readMissingCharacters(answer.json().error.violations['fields[0][value]'])).toContain(
          missing[0],
        );
      }
      const kept = missing.length > 0 ? drawable : value;
      await call('PUT', url, { fields: [{ ...field, value: kept }] });
      const [read] = await call('GET', url);
      expect(read.value).toBe(kept);
      return [read.label, value];
    },
  },
  'a person': {
    texts: 1,
    names: 1,
    keep: async ([name]) => {
      const { draftRecipientId: id, draftRoleId } = organization.ids;
      const roles = [{ id: draftRoleId, type: 'sign' }];
      await call('PUT', `${draftUrl()}/roles`, {
        recipients: [{ id, name, email: 'ann@example.com', roles }],
      });
      return [(await call('GET', draftUrl())).recipients[0].name];
    },
  },
  'a template': {
    texts: 2,
    names: 1,
    keep: async ([name, senderMessage]) => {
      const { workspaceId, templateId } = organization.ids;
      const url = `/api/v1/workspaces/${workspaceId}/templates/${templateId}`;
      await call('PUT', url, { name, senderMessage });
      const read = await call('GET', url);
      return [read.name, read.senderMessage];
    },
  },
  'a profile': {
    texts: 3,
    names: 3,
    keep: async ([name, firstName, lastName]) => {
      await call('PUT', '/api/v1/account/profile', { name, firstName, lastName });
      const read = await call('GET', '/api/v1/profile');
      return [read.name, read.firstName, read.lastName];
    },
  },
};

function draftUrl(): string {
  return `/api/v1/workspaces/${organization.ids.workspaceId}/workflows/${organization.ids.draftId}`;
}

describe('what was written is read, character for character', () => {
  const kinds = Object.entries(KEPT);
  const all = kinds.reduce((sum, [, { texts }]) => sum + texts, 0);

  test.each(kinds)('in %s', async (_kind, { texts, names, charactersMax = 250, keep }) => {
    for (let round = 0; round < TEXTS / all; round += 1) {
      const given = Array.from({ length: texts }, (_, index) =>
        index < names ? naughtyName(charactersMax) : naughtyText(charactersMax),
      );
      expect(await keep(given)).toEqual(given);
    }
  });

  test('and that many were', () => {
    expect(written).toBeGreaterThanOrEqual(TEXTS);
  });
});

test('documents of such names are mailed, signed, sealed and downloaded', async () => {
  for (let round = 0; round < 6; round += 1) {
    const person = { name: naughtyName(), email: `ann-${round}@example.com` };
    const name = naughtyName();
    const steps = [{ type: 'sign', recipients: [person] }];
    const fileName = `${naughtyText().replaceAll(/["\r\n\\]/g, '')}.pdf`;
    const form = quickForm({ name, document: lease, fileName, steps });
    const answer = await owner.call({ method: 'POST', url: '/api/v1/quick/envelopes', ...form });
    expect(answer.statusCode, answer.body).toBe(200);
    const { id } = answer.json() as { id: string };
    await instance.runJobs();
    expectStatus(await (await followInvitation(instance, person.email)).sign(), 200);
    await instance.runJobs();
    const read = await call('GET', `/api/v1/quick/envelopes/${id}`);
    expect([read.status, read.name, read.recipients[0].name]).toEqual(['signed', name, person.name]);
    const file = new URL(read.documents[0].file.file).pathname;
    expect((await ask('GET', file)).statusCode).toBe(200);
  }
  const failed = await instance.deps.pool.query(`select kind from mails where state = 'failed'`);
  expect(failed.rows).toEqual([]);
});
