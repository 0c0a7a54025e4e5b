import { describe, expect, it } from 'vitest';
import { forThisFile } from '../../../../tests/support/scratch.ts';
import { openWebhookReceiver } from '../../../../tests/support/webhook-receiver.ts';
import { callGuarded, checkUrl, postGuarded } from './http-client.ts';

const STRICT = { allowLoopback: false, ownHosts: ['sign.example.com'] };

const receiver = await forThisFile(openWebhookReceiver());

describe('private networks that the operator allows', () => {
  const ALLOWED = { ...STRICT, privateNetworks: ['10.0.0.0/8', 'fd00::/8', '169.254.0.0/16', '127.0.0.1'] };
  const REFUSED = `
    169.254.169.254 [::ffff:169.254.169.254] [fd00:ec2::254] [fe80::1] 192.168.1.1 172.16.0.1 127.0.0.2 [::1] 0.0.0.0
    [::ffff:192.168.1.1] [64:ff9b::a01:203] [2002:a01:203::] 168.63.129.16 localhost a.localhost sign.example.com
  `;
  const at = (address: string) =>
    callGuarded({
      ...ALLOWED,
      url: 'https://cloud.lan:8443/',
      body: null,
      headers: {},
      timeoutMs: 2_000,
      resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
    });

  it('are reached by address and by names of their own, and nothing beside them is', () => {
    for (const host of ['10.1.2.3', '[fd12::1]', '[::ffff:10.1.2.3]', '127.0.0.1', 'cloud', 'cloud.local'])
      expect(checkUrl(`https://${host}/dav`, ALLOWED), host).toBeNull();
    for (const host of REFUSED.trim().split(/\s+/))
      expect(checkUrl(`https://${host}/dav`, ALLOWED), host).toEqual(expect.any(String));
    expect(checkUrl('http://10.1.2.3/', ALLOWED)).toContain('https://');
  });

  it('keep metadata services and this machine out, until each is named by its address', async () => {
    for (const host of REFUSED.trim().split(/\s+/).slice(0, 13)) {
      const address = host.replaceAll(/[[\]]/g, '');
      await expect(at(address), address).rejects.toThrow('not a public address');
    }
    for (const address of ['169.254.169.254', 'fd00:ec2::254'])
      expect(
        checkUrl(`https://${address.includes(':') ? `[${address}]` : address}/`, {
          ...ALLOWED,
          privateNetworks: [address],
        }),
      ).toBeNull();
  });

  it('are of no use to a name that leads elsewhere at the next call', async () => {
    const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.2', '::ffff:169.254.169.254'];
    const resolve = async () => {
      const address = answers.shift() ?? '';
      return [{ address, family: address.includes(':') ? 6 : 4 }];
    };
    const url = receiver.url.replace(/\/\/[^:/]+/, '//cloud.lan');
    const call = () =>
      postGuarded({ ...ALLOWED, url, body: '', headers: {}, verifyCertificate: false, resolve });
    receiver.answerWith((_received, response) => response.writeHead(204).end());
    expect((await call()).status).toBe(204);
    while (answers.length > 0) await expect(call()).rejects.toThrow('not a public address');
  });
});
