import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeServer, listenLocally } from '../support/free-port.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { blockOf, readGuide } from './guide.ts';
import type { Reader } from './reader.ts';

const run = promisify(execFile);
const sdkDir = fileURLToPath(new URL('../../sdk/', import.meta.url));

const PYTHON = `import asyncio, json, sys
import httpx
from contracts import app, folder, reconcile

async def main():
    given = json.load(open("given.json"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://app") as client:
        if sys.argv[1] == "send":
            person = {"signer": "Ada", "email": "ada@example.com"}
            sent = [await client.post(f"/contracts/{name}/send", params=person) for name in ("lease", "lease", "none")]
            return [sent[0].json()["id"], sent[0].json() == sent[1].json(), sent[2].status_code]
        bodies = (given["body"], given["body"], given["body"] + " ")
        told = [await client.post("/paraph/hook", content=each, headers=given["headers"]) for each in bodies]
    signed = folder / "lease.signed.pdf"
    first = signed.read_bytes()
    signed.unlink()
    await reconcile()
    return [*(each.status_code for each in told), first == signed.read_bytes(), b"ETSI.CAdES" in first]

print(json.dumps(asyncio.run(main())))
`;

const PHP = `<?php
require '/usr/share/php/GuzzleHttp/autoload.php';
require '/usr/share/php/Illuminate/Http/autoload.php';
require '${sdkDir}php/src/Errors.php';
spl_autoload_register(function (string $class): void {
    $file = '${sdkDir}php/src/' . basename(strtr($class, ['\\\\' => '/'])) . '.php';
    if (str_starts_with($class, 'Paraph') && file_exists($file)) require $file;
});
require 'ContractController.php';
$given = json_decode(file_get_contents('given.json'), true);
$client = new Paraph\\Paraph(getenv('PARAPH_URL'), new GuzzleHttp\\Client(), new GuzzleHttp\\Psr7\\HttpFactory(), apiKey: getenv('PARAPH_API_KEY'));
$controller = new App\\Http\\Controllers\\ContractController($client, getenv('HOOK_SECRET'), '.');
$person = ['name' => 'Bob', 'email' => 'bob@example.com'];
$file = new Illuminate\\Http\\UploadedFile('contract.pdf', 'lease.pdf', 'application/pdf', null, true);
$sent = $controller->send(Illuminate\\Http\\Request::create('/send', 'POST', $person, [], ['document' => $file]));
$told = [];
foreach (['', '', ' '] as $more) {
    $request = Illuminate\\Http\\Request::create('/hook', 'POST', content: $given['body'] . $more);
    $request->headers->replace($given['headers']);
    $told[] = $controller->hook($request)->getStatusCode();
}
$pdf = file_get_contents($given['id'] . '.pdf');
echo json_encode([$sent->getData(true)['id'], ...$told, str_contains($pdf, 'ETSI.CAdES')]);
`;

interface Notified {
  headers: Record<string, string>;
  body: string;
}

/** The programs of the page on connectors, as they stand, against the reader's instance. */
export function describeConnectors(reader: Reader): void {
  describe('the connectors', async () => {
    const guide = await readGuide('connectors');
    const [express = '', next = '', n8n = ''] = guide.blocks
      .filter(({ language }) => language === 'ts')
      .map(({ text }) => text);
    let secret = '';
    let notified: Notified = { headers: {}, body: '' };

    const runIn = async (program: string, args: string[], more: Record<string, string> = {}) => {
      const env = { PATH: process.env.PATH ?? '', HOOK_SECRET: secret, ...reader.settings, ...more };
      const { stdout } = await run(program, args, { cwd: reader.folder, env });
      return JSON.parse(stdout) as unknown[];
    };
    const python = (act: string) =>
      runIn('/usr/bin/python3', ['drive.py', act], {
        PYTHONPATH: `${sdkDir}python`,
        PYTHONDONTWRITEBYTECODE: '1',
        CONTRACTS: join(reader.folder, 'contracts'),
      });

    beforeAll(async () => {
      await mkdir(join(reader.folder, 'contracts'));
      await writeFile(join(reader.folder, 'contracts', 'lease.pdf'), lease);
      await writeFile(join(reader.folder, 'contracts.py'), blockOf(guide, 'python'));
      await writeFile(join(reader.folder, 'drive.py'), PYTHON);
      await writeFile(join(reader.folder, 'ContractController.php'), blockOf(guide, 'php'));
      await writeFile(join(reader.folder, 'drive.php'), PHP);
      for (const [name, text] of Object.entries({ express, next, n8n }))
        await writeFile(join(reader.folder, `${name}.mts`), text);
      await writeFile(join(reader.folder, 'given.json'), '{}');
      for (const [name, value] of Object.entries(reader.settings)) vi.stubEnv(name, value);
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });

    it('FastAPI and Laravel send, believe a notification once, and bring the sealed file back', async () => {
      const receiver = await openWebhookReceiver();
      const hook = { url: receiver.url, events: ['workflow.signed'], sslVerification: false };
      const sender = await reader.instance.signIn('Sender', 'sender@example.com');
      const made = await sender.call({ method: 'POST', url: '/api/v1/organization/webhooks', payload: hook });
      ({ secret } = made.json() as { secret: string });
      const [id, isOnce, missing] = await python('send');
      expect([isOnce, missing]).toEqual([true, 404]);
      await reader.instance.runJobs();
      await (await followInvitation(reader.instance, 'ada@example.com')).sign();
      await reader.instance.runJobs();
      const { headers, body } = await receiver.waitFor((each) => (each.json as { id: string }).id === id);
      await receiver.close();
      notified = { headers: headers as Record<string, string>, body };
      await writeFile(join(reader.folder, 'given.json'), JSON.stringify({ ...notified, id }));
      expect(await python('back')).toEqual([204, 204, 400, true, true]);
      const laravel = await runIn('php', ['-d', 'error_reporting=8191', 'drive.php']);
      expect(laravel).toEqual([expect.stringMatching(/^\d{8}/), 204, 204, 400, true]);
    });

    it('Express answers at once, and refuses what is not genuine', async () => {
      vi.stubEnv('HOOK_SECRET', secret);
      const { onNotification } = await import(join(reader.folder, 'express.mts'));
      const server = createServer(onNotification);
      const url = `http://127.0.0.1:${await listenLocally(server)}`;
      const { headers, body } = notified;
      const { host: _, 'content-length': __, connection: ___, ...own } = headers;
      const post = async (text: string) =>
        (await fetch(url, { method: 'POST', headers: own, body: text })).status;
      expect([await post(body), await post(body), await post(`${body} `)]).toEqual([204, 204, 400]);
      await closeServer(server);
    });

    it('Next.js sends what a form holds, and says what is wrong with it', async () => {
      const { POST } = await import(join(reader.folder, 'next.mts'));
      const post = async (values: Record<string, string | File>) => {
        const body = new FormData();
        for (const [name, value] of Object.entries(values)) body.append(name, value);
        const answer = await POST(new Request('https://app.example.com', { method: 'POST', body }));
        return [answer.status, await answer.json()];
      };
      const document = new File([Uint8Array.from(lease)], 'lease.pdf', { type: 'application/pdf' });
      const sent = await post({ document, name: 'Ada', email: 'ada@example.com' });
      expect(sent).toEqual([200, { id: expect.stringMatching(/^\d{8}/) }]);
      const refused = await post({ document, name: 'Ada', email: 'nobody' });
      expect(refused).toMatchObject([
        400,
        { violations: { 'steps[0][recipients][0][email]': expect.anything() } },
      ]);
      expect(await post({ name: 'Ada' })).toEqual([400, { error: 'document is missing' }]);
    });

    it('n8n sends the file of each item, once', async () => {
      const { ParaphSend } = await import(join(reader.folder, 'n8n.mts'));
      const node = new ParaphSend();
      const values: Record<string, string> = { title: 'Lease', name: 'Ada', email: 'ada@example.com' };
      for (const { name, default: value } of node.description.properties) values[name] ??= value;
      const context = {
        getCredentials: async () => ({
          baseUrl: reader.settings.PARAPH_URL,
          apiKey: reader.settings.PARAPH_API_KEY,
        }),
        getInputData: () => [{ json: {} }, { json: {} }],
        getNodeParameter: (name: string) => values[name],
        getExecutionId: () => '7',
        helpers: { getBinaryDataBuffer: async () => readFile(join(reader.folder, 'contract.pdf')) },
      };
      const [sent] = await node.execute.call(context);
      expect(sent.map(({ pairedItem }: { pairedItem: object }) => pairedItem)).toEqual([
        { item: 0 },
        { item: 1 },
      ]);
      expect(sent[0].json.id).not.toBe(sent[1].json.id);
      expect(await node.execute.call(context)).toEqual([sent]);
    });
  });
}
