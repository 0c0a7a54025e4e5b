import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowType } from '@paraph/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatherBundle } from '../../server/src/court-bundle/gather-bundle.ts';
import { RECORD, readWorkflows } from '../../server/src/workflows/api.ts';
import { actAsAdvancedSigner } from '../support/advanced-signer.ts';
import { unpackBundle } from '../support/court-bundle.ts';
import { good } from '../support/draft-client.ts';
import { expectStatus, folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { openPasskeyHolder } from '../support/passkey-holder.ts';
import { codeOf, lease } from '../support/quick-sender.ts';
import { signedByStranger } from '../support/signed-by-stranger.ts';
import { followInvitation } from '../support/signer.ts';

// A judge’s machine: the bundle is unpacked, and its printed steps are run literally by a shell that has the tools alone
// that the first page names.

const zoe = { name: 'Zoé O’Neil <b>$(reboot)</b> \'"', email: 'zoe@example.com' };
const folder = await folderForThisFile();
const { instance, sender, create, workflowOf } = await openInstanceCase();
const holder = await openPasskeyHolder({ instance, create, sender: () => sender }, '2003');
let path: string;
let bundle: ReturnType<typeof unpackBundle>;

const get = (suffix = '') => sender.call({ method: 'GET', url: `${path}/court-bundle${suffix}` });

beforeAll(async () => {
  await holder.sign();
  await holder.add();
  const steps = [zoe, holder.person].map((person) => ({ type: 'sign', recipients: [person] }));
  const further = [['stranger.pdf', await signedByStranger(lease)]] as [string, Buffer][];
  const workflow = await workflowOf(await create({ steps, further }));
  path = workflow.path;
  await instance.runJobs();
  const early = expectStatus(await get(), 409);
  expect([codeOf(early), early.body]).toEqual([
    'WORKFLOW_STATUS_CONFLICT',
    expect.stringContaining('There is no court bundle yet'),
  ]);
  good(await (await followInvitation(instance, zoe.email)).sign());
  instance.advance(100);
  await instance.runJobs();
  await signByPasskey(workflow.id);
  instance.advance(100);
  await instance.runJobs();
  const answer = expectStatus(await get(), 200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringContaining('Lease of the mill (court bundle).zip'),
    'cache-control': 'private, no-store',
  });
  const zip = answer.rawPayload;
  bundle = unpackBundle(zip, folder);
  const picturesDir = process.env.PARAPH_PICTURES_DIR;
  if (picturesDir) writeFileSync(join(picturesDir, 'court-bundle.zip'), zip);
});

/** The second signer at the level advanced, though a workflow has one level for all. */
async function signByPasskey(workflowId: number): Promise<void> {
  const { database } = instance.deps;
  const { email } = holder.person;
  const workflow = database.updateTable('workflows').where('id', '=', workflowId);
  const setLevel = (type: WorkflowType) => workflow.set({ type }).execute();
  await setLevel('advanced');
  const recipients = database.updateTable('recipients').where('workflow_id', '=', workflowId);
  await recipients.set({ identification: 'passkey' }).where('email', '=', email).execute();
  const signer = await actAsAdvancedSigner(instance, email);
  const { previewId } = await signer.preview();
  const prove = (suffix: string, body: object) =>
    signer.signer.call('POST', `/identification/passkey${suffix}`, { previewId, ...body });
  const { challenge } = good<{ challenge: string }>(await prove('/challenge', {}));
  good(await prove('', holder.passkey.get(challenge)));
  good(await signer.press(previewId));
  await setLevel('simple');
}

describe('the printed steps of a bundle', () => {
  test('pass literally, on every page, for a simple signature and one by passkey', () => {
    const { steps, failures, pages } = bundle;
    expect(pages).toHaveLength(8);
    expect(failures()).toEqual([]);
    expect(new Set(steps.map(({ page }) => page))).toEqual(new Set(pages));
    // Of the two signatures in each of two documents; none of the one that a stranger gave before.
    expect(steps.filter(({ command }) => command.includes('-nameopt'))).toHaveLength(4);
    expect(steps.length).toBeGreaterThanOrEqual(50);
    const printed = steps.map(({ command }) => command).join('\n');
    expect(printed).not.toContain('reboot');
    for (const word of ['cms -verify', 'ts -verify', 'pkeyutl -verify', 'crl -inform', 'paraph-sign-v1'])
      expect(printed, word).toContain(word);
  });

  test('fail on the page that asks for it, where a byte of what they are about was changed', () => {
    const { failures, read, write, pages } = bundle;
    const fails = (question: string, word?: string) =>
      failures(
        pages.filter((page) => page.startsWith(question)),
        word,
      );
    const check = (name: string, changed: Buffer, questions: readonly string[], word?: string) => {
      const before = read(name);
      expect(changed.equals(before), name).toBe(false);
      write(name, changed);
      for (const question of questions) expect(fails(question, word), `${name}: ${question}`).not.toEqual([]);
      write(name, before);
    };
    const flip = (place: (pdf: Buffer) => number, questions: readonly string[]) => {
      const pdf = read('documents/document-1.pdf');
      const at = place(pdf);
      expect(at).toBeGreaterThan(0);
      pdf[at] = (pdf[at] ?? 0) ^ 1;
      check('documents/document-1.pdf', pdf, questions);
    };
    // The page that was signed, what is inside the last timestamp and signed by nobody, what is before it, the last byte.
    flip((pdf) => pdf.indexOf('The parties agree'), ['1-', '4-']);
    flip((pdf) => pdf.lastIndexOf('/Contents <') + 200, ['3-']);
    flip((pdf) => pdf.lastIndexOf('/Contents <') - 40, ['3-']);
    flip((pdf) => pdf.length - 2, ['3-', '5-']);
    const replace = (name: string, [from, to]: readonly [string | RegExp, string], question: string) =>
      check(name, Buffer.from(read(name).toString('latin1').replace(from, to), 'latin1'), [question]);
    const sums = read('SHA256SUMS').toString();
    const [passkey = ''] = /proof\/passkey-\d+/.exec(sums) ?? [];
    const [answer = ''] = /proof\/answers-\d+\/field-\d+\.txt/.exec(sums) ?? [];
    replace('proof/trail.txt', ['zoe@', 'zo3@'], '2-');
    replace('evidence.json', ['zoe@', 'zo3@'], '7-');
    replace(`${passkey}/client-data.json`, ['localhost', 'localh0st'], '2-');
    replace(`${passkey}/nonce.bin`, [/^./s, 'nonce'], '2-');
    replace(answer, ['\n', '\n1'], '4-');
    replace('proof/trail.txt', [/"sha256":"/g, '"sha256":"0'], '4-');
    const longer = Buffer.concat([read('documents/document-1.pdf'), Buffer.from('\n')]);
    check('documents/document-1.pdf', longer, ['5-'], 'nothing follows');
    replace('proof/document-1/log-path.txt', ['=', 'A'], '5-');
    replace('proof/document-1/validation-report.xml', ['Validation', 'validation'], 'READ-ME');
  });
});

test('the pages are in the language that is asked for, without a script, and say only text of people', async () => {
  const arabic = expectStatus(await get('?language=ar'), 200).rawPayload;
  const { read, steps, pages } = unpackBundle(arabic, folder);
  const first = read('READ-ME-FIRST.html').toString();
  expect(first).toContain('<html lang="ar" dir="rtl">');
  const who = read('1-who.html').toString();
  expect(who).toContain("Zoé O’Neil &lt;b&gt;$(reboot)&lt;/b&gt; '&quot;");
  for (const page of pages) expect(read(page).toString()).not.toContain('<script');
  expect(read('paraph-verify.html').toString()).not.toContain('<b>$(reboot)');
  expect(steps).toHaveLength(bundle.steps.length);
  expect(codeOf(expectStatus(await get('?language=xx'), 400))).toBe('VALIDATION_ERROR');
});

test('a document whose seal was renewed meanwhile is not put beside the record of the former one', async () => {
  const [record] = await readWorkflows(instance.deps.database, [Number(path.split('/').pop())], RECORD);
  if (!record) throw new Error('The workflow is gone.');
  const documents = record.documents.map((each) => ({ ...each, sealed_file_id: each.original_file_id }));
  const caller = { userId: record.workflow.creator_id, organizationId: null };
  const asked = { caller, workflow: { ...record, documents }, language: undefined };
  const gathering = gatherBundle(instance.deps, asked as unknown as Parameters<typeof gatherBundle>[1]);
  await expect(gathering).rejects.toThrow('was renewed just now');
});
