import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { openNextcloud } from '../support/nextcloud.ts';
import { lease } from '../support/quick-sender.ts';
import { forThisFile } from '../support/scratch.ts';
import { followInvitation, followLink, linkOf, signerWith } from '../support/signer.ts';
import type { Reader } from './reader.ts';

const USERS = {
  anna: { name: 'Anna Mill', email: 'anna@cloud.example', lastLogin: 1_795_000_000 },
  bert: {
    ...{ name: 'Bert Weaver', email: 'bert@cloud.example', language: 'de', lastLogin: 1_795_000_100 },
    factors: { totp: true, backup_codes: true },
  },
  carl: { name: 'Carl Smith' },
  root: { name: 'Root', email: 'root@cloud.example', admin: true },
};
const ADA = { name: 'Ada', email: 'ada@example.com' };

/** The app for Nextcloud, over a double of Nextcloud, against the reader's instance. */
export function describeNextcloud(reader: Reader): void {
  describe('the app for Nextcloud', async () => {
    const { instance } = reader;
    const cloud = await forThisFile(openNextcloud(reader.folder, USERS));
    let key = '';
    const forms = { sent: 0 };

    beforeAll(async () => {
      const sender = await instance.signIn('Sender', 'sender@example.com');
      const call = async (method: 'POST' | 'PUT', url: string, payload: object) =>
        (await sender.call({ method, url, payload })).json();
      const scopes = ['workflows:write', 'workflows:sign-embedded'];
      ({ key } = (await call('POST', '/api/v1/api-keys', { name: 'Cloud', scopes })) as { key: string });
      await call('PUT', '/api/v1/organization/embed-origins', { embedOrigins: [cloud.origin] });
    });

    const save = (uid: string, body: object, token?: string) =>
      cloud.ask(uid, '/apps/paraph/settings', {
        ...{ method: 'PUT', ...(token === undefined ? {} : { token }) },
        body: { address: instance.baseUrl, key, notified: true, ...body },
      });
    const put = async (path: string, bytes: Uint8Array = lease): Promise<string> => {
      const whole = join(cloud.files('anna'), path);
      await mkdir(dirname(whole), { recursive: true });
      await writeFile(whole, bytes);
      return whole;
    };
    const send = async (path: string, people: object[], more: object = {}) =>
      cloud.ask('anna', '/index.php/apps/paraph/requests', {
        ...{ method: 'POST' },
        body: {
          ...{
            fileId: (await stat(path)).ino,
            people,
            inOrder: true,
            message: 'Please',
            key: `k${forms.sent++}`,
          },
          ...more,
        },
      });
    const rows = async (): Promise<Record<string, string>[]> =>
      JSON.parse(await readFile(cloud.stored('rows.json'), 'utf8'));
    const lastEnvelope = async () => (await rows()).at(-1)?.envelope_id ?? '';
    const sign = async (email: string) => {
      await instance.runJobs();
      await (await followInvitation(instance, email)).sign();
      await instance.runJobs();
    };
    const namesIn = async (folder: string) => (await readdir(folder)).sort();
    const told = async (uid: string) => (await cloud.notices(uid)).map(({ parsed }) => parsed);

    it('is set up by an administrator alone, with a key that works', async () => {
      const files = () => cloud.ask('anna', '/double/files');
      expect((await files()).text).not.toContain('files.js');
      expect((await save('anna', {})).status).toBe(403);
      expect((await save('root', {}, 'another')).status).toBe(412);
      const nobody = `http://127.0.0.1:${await findFreePort()}`;
      const refused = [{ key: 'wrong' }, { key: '' }, { address: 'sign.example.com' }, { address: nobody }];
      const messages = await Promise.all(refused.map((each) => save('root', each)));
      expect(messages.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^Paraph does not accept the API key/),
        expect.stringMatching(/^Enter the API key/),
        'The address begins with https:// or http://.',
        expect.stringMatching(/^Paraph cannot be reached/),
      ]);
      expect(await save('root', {})).toMatchObject({ status: 200, message: 'Saved. Paraph answers.' });
      // Kept for the address that it was entered for, and sent to no other one.
      expect((await save('root', { key: '' })).status).toBe(200);
      expect((await save('root', { key: '', address: nobody })).message).toMatch(/^Enter the API key/);
      const page = await cloud.ask('root', '/double/settings');
      expect(page.text).toContain(cloud.origin);
      expect(page.text + (await readFile(cloud.stored('config.json'), 'utf8'))).not.toContain(key);
      expect((await files()).text).toContain('files.js');
    });

    it('sends once, asks users inside Nextcloud in their turn, and puts the signed file beside where the original is now', async () => {
      const path = await put('Contracts/lease.pdf');
      const text = await put('notes.txt');
      const people = [{ user: 'bert' }, ADA];
      const refusals = [
        await send(path, []),
        await send(path, [{ user: 'nobody' }]),
        await send(path, [{ user: 'carl' }]),
        await send(text, people),
        await send(path, people, { fileId: 1 }),
        await send(path, [{ name: 'Ada', email: 'none' }]),
      ];
      expect(refusals.map(({ status, message }) => [status, message])).toEqual([
        [400, 'Say who is to sign.'],
        [400, 'There is no user nobody. Choose another one, or enter an address.'],
        [400, 'Carl Smith has no address in Nextcloud. They can enter one in their settings.'],
        [400, 'Only a PDF can be signed. Save the file as PDF first.'],
        [400, 'This file is not there any more. Go back to Files and choose it again.'],
        [400, expect.stringContaining('steps[0][recipients][0][email]')],
      ]);
      const asked = { key: 'pressed twice' };
      expect((await send(path, people, asked)).status).toBe(200);
      expect((await send(path, people, asked)).status).toBe(200);
      expect(await rows()).toHaveLength(1);
      const id = await lastEnvelope();
      expect(await told('bert')).toEqual(['Anna Mill bittet Sie, lease.pdf zu unterschreiben']);
      const [{ link = '' } = {}] = await cloud.notices('bert');
      expect((await cloud.ask('anna', new URL(link).pathname)).status).toBe(404);
      const page = await cloud.ask('bert', new URL(link).pathname);
      const address = new URL(/data-url="([^"]+)"/.exec(page.text)?.[1] ?? '');
      const opened = await instance.inject({
        ...{ method: 'POST', url: '/api/v1/signing/embedded' },
        payload: { session: address.pathname.split('/').pop(), token: address.hash.slice(1) },
      });
      const { bearer, link: signing, language } = opened.json();
      expect(language).toBe('de');
      const inFrame = signerWith(instance, { headers: { authorization: `Bearer ${bearer}` }, link: signing });
      expect((await inFrame.sign()).statusCode).toBe(200);
      await instance.runJobs();
      expect(await told('bert')).toEqual([]);
      // Meanwhile the file moves to where another file has the name.
      const other = await put('Archive/lease.signed.pdf', Buffer.from('of somebody else'));
      await rename(path, join(dirname(other), 'lease.pdf'));
      await sign(ADA.email);
      const folder = dirname(other);
      const expected = ['lease.pdf', 'lease.signed (2).pdf', 'lease.signed.pdf'];
      expect(await namesIn(folder)).toEqual(expected);
      expect(await readFile(other, 'utf8')).toBe('of somebody else');
      const signed = await readFile(join(folder, 'lease.signed (2).pdf'), 'latin1');
      expect(signed.match(/ETSI\.CAdES\.detached/g)?.length).toBeGreaterThanOrEqual(2);
      expect(await told('anna')).toEqual([
        'Everyone has signed lease.pdf. The signed file lies beside it: lease.signed (2).pdf',
      ]);
      const evidence = await instance.deps.database
        .selectFrom('events')
        .select('detail')
        .where('name', '=', 'link.embedded')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(evidence.detail).toMatchObject({
        ...{ origin: cloud.origin, at: new Date(1_795_000_100_000).toISOString() },
        method: 'Nextcloud account (Database), second factor',
      });
      // Sent again it does nothing; changed, or signed by another secret, it is not believed.
      const hooks = await cloud.hooks();
      const { headers, body } = hooks.findLast((each) => each.body.includes(id)) ?? { headers: {}, body: '' };
      const { host: _, 'content-length': __, connection: ___, ...own } = headers;
      const post = async (sent: string, more: object = {}) =>
        (
          await fetch(`${cloud.origin}/apps/paraph/hook`, {
            ...{ method: 'POST', body: sent },
            headers: { ...own, ...more },
          })
        ).status;
      expect(await Promise.all([post(body), post(body)])).toEqual([204, 204]);
      const wrong = {
        'webhook-signature': `v1,${Buffer.from('wrong').toString('base64')}`,
        'paraph-signature': '',
      };
      expect([await post(`${body} `), await post(body, wrong)]).toEqual([400, 400]);
      expect(await namesIn(folder)).toEqual(expected);
      expect(await told('anna')).toHaveLength(1);
    });

    it('brings back by its hourly job what no notification told, to the sender where the original is gone', async () => {
      const gone = await put('Drafts/gone.pdf');
      const full = await put('full/full.pdf');
      const declined = await put('declined.pdf');
      await writeFile(cloud.stored('away'), '');
      for (const path of [gone, full]) {
        await send(path, [ADA]);
        await sign(ADA.email);
      }
      await send(declined, [ADA]);
      await instance.runJobs();
      await (await followInvitation(instance, ADA.email)).call('POST', '/decline', { reason: 'No' });
      await instance.runJobs();
      await rm(gone);
      const home = cloud.files('anna');
      expect(await namesIn(home)).not.toContain('gone.signed.pdf');
      await cloud.ask('', '/double/cron');
      await cloud.ask('', '/double/cron');
      expect(await namesIn(home)).toContain('gone.signed.pdf');
      expect(await namesIn(dirname(full))).toEqual(['full.pdf']);
      const notices = await told('anna');
      expect(notices.filter((each) => !each.includes('lease.pdf')).sort()).toEqual([
        expect.stringMatching(/^Everyone has signed gone\.pdf\. It was deleted .*: gone\.signed\.pdf$/),
        'declined.pdf was declined',
        expect.stringMatching(/^full\.pdf is signed, but cannot be stored/),
      ]);
      // A key of another organization would lose the one that is open.
      const other = await instance.signIn('Other', 'other@example.com');
      const payload = { name: 'Other', scopes: ['workflows:write'] };
      const { key: foreign } = (
        await other.call({ method: 'POST', url: '/api/v1/api-keys', payload })
      ).json() as { key: string };
      expect((await save('root', { key: foreign })).message).toMatch(/belongs to another organization\.$/);
      await rename(dirname(full), join(home, 'roomy'));
      await cloud.ask('', '/double/cron');
      expect(await namesIn(join(home, 'roomy'))).toEqual(['full.pdf', 'full.signed.pdf']);
      expect((await rows()).map(({ state }) => state)).not.toContain('open');
      await rm(cloud.stored('away'));
      expect(cloud.warnings()).toEqual([]);
    });

    it('asks nobody to whom it was not sent, and follows a request in one process at a time', async () => {
      await save('root', { notified: false });
      const before = (await cloud.hooks()).length;
      const path = await put('passed on.pdf');
      await send(path, [{ user: 'bert' }]);
      const id = await lastEnvelope();
      const [{ link = '' } = {}] = await cloud.notices('bert');
      expect((await cloud.ask('bert', new URL(link).pathname)).status).toBe(200);
      const sender = await instance.signIn('Sender', 'sender@example.com');
      const { workspaceId, recipients } = (
        await sender.call({ method: 'GET', url: `/api/v1/envelopes/${id}` })
      ).json();
      const passed = await sender.call({
        ...{ method: 'PUT', payload: ADA },
        url: `/api/v1/workspaces/${workspaceId}/workflows/${id}/recipients/${recipients[0].id}`,
      });
      expect(passed.statusCode).toBe(200);
      expect((await cloud.ask('bert', new URL(link).pathname)).status).toBe(404);
      const { id: workflowId } = await instance.deps.database
        .selectFrom('workflows')
        .select('id')
        .where('envelope_id', '=', id)
        .executeTakeFirstOrThrow();
      const address = await linkOf(instance.deps, { workflowId, recipientId: recipients[0].id });
      await (await followLink(instance, address)).sign();
      await instance.runJobs();
      expect((await cloud.hooks()).length).toBe(before);
      const change = async (of: string, more: object) => {
        const changed = (await rows()).map((row) => (row.envelope_id === of ? { ...row, ...more } : row));
        await writeFile(cloud.stored('rows.json'), JSON.stringify(changed));
      };
      const nowSeconds = Math.floor(Date.now() / 1000);
      await change(id, { claimed_at: nowSeconds - 60 });
      await cloud.ask('', '/double/cron');
      expect(await told('bert')).toHaveLength(1);
      // Whoever had it has died.
      await change(id, { claimed_at: nowSeconds - 700 });
      await cloud.ask('', '/double/cron');
      expect(await told('bert')).toEqual([]);
      expect(await namesIn(cloud.files('anna'))).toContain('passed on.signed.pdf');
      // One that Paraph does not know is said, holds up no other, and is given up after 120 days.
      await send(await put('unknown.pdf'), [ADA]);
      const unknown = '0'.repeat(40);
      await change(await lastEnvelope(), { envelope_id: unknown });
      await cloud.ask('', '/double/cron');
      expect(await told('anna')).toContainEqual(expect.stringMatching(/^Paraph does not know unknown\.pdf/));
      expect((await rows()).at(-1)?.state).toBe('open');
      await change(unknown, { created_at: nowSeconds - 121 * 86_400 });
      await cloud.ask('', '/double/cron');
      expect((await rows()).at(-1)?.state).toBe('ended');
      await save('root', {});
    });

    it('is whole: each file can be read by PHP, and says who it is to Nextcloud', async () => {
      const read = `foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator('.', 4096)) as $each)
        if ($each->getExtension() === 'php') token_get_all(file_get_contents($each), TOKEN_PARSE);`;
      const inApp = { cwd: cloud.appDir };
      await promisify(execFile)('php', ['-r', read], inApp);
      const parse = 'import xml.dom.minidom as m; print(m.parse("appinfo/info.xml").documentElement.toxml())';
      const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', parse], inApp);
      const { version } = JSON.parse(
        await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
      ) as { version: string };
      expect(stdout).toContain(`<version>${version}</version>`);
      for (const [, path = ''] of stdout.matchAll(/>OCA\\Paraph\\([\w\\]+)</g))
        expect(
          await readFile(join(cloud.appDir, 'lib', `${path.replaceAll('\\', '/')}.php`), 'utf8'),
        ).toContain('class');
    });

    it('says each of its sentences in nine languages', async () => {
      const sources = (await readdir(cloud.appDir, { recursive: true })).filter((path) =>
        /^(lib|templates)\/.*\.php$/.test(path),
      );
      const texts = await Promise.all(sources.map((path) => readFile(join(cloud.appDir, path), 'utf8')));
      const said = texts.flatMap((text) =>
        [...text.matchAll(/->t\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, sentence]) => sentence),
      );
      const sentences = [...new Set(said)].sort();
      const placeholders = (text: string) => text.match(/%(\d\$)?s/g)?.sort() ?? [];
      for (const language of ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']) {
        const file = await readFile(join(cloud.appDir, 'l10n', `${language}.json`), 'utf8');
        const { translations } = JSON.parse(file) as { translations: Record<string, string> };
        expect([language, Object.keys(translations).sort()]).toEqual([language, sentences]);
        for (const [sentence, translation] of Object.entries(translations))
          expect([language, placeholders(translation)]).toEqual([language, placeholders(sentence)]);
      }
    });
  });
}
