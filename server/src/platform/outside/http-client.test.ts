import type { ServerResponse } from 'node:http';
import https from 'node:https';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Fault } from '@paraph/domain';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { forThisFile } from '../../../../tests/support/scratch.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/webhook-receiver.ts';
import { callGuarded, checkUrl, type GuardedCall, guardedLookup, postGuarded } from './http-client.ts';
import { isPublicAddress } from './http-client-url.ts';

const STRICT = { allowLoopback: false, ownHosts: ['sign.example.com'] };
const LOCAL = { allowLoopback: true, ownHosts: ['localhost:3000'] };

// threats.md §3
const PRIVATE_HOSTS = `
  127.1 0 0x7f.1 2130706433 ①②⑦.⓪.⓪.① [::] [::1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1]
  [2002:7f00:1::] 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 169.254.169.254
  [fd00:ec2::254] [fe80::1] 192.0.0.192 198.18.0.1 198.19.255.255 224.0.0.1 255.255.255.255 168.63.129.16
  localhost localhost. LOCALHOST a.localhost a.localhost. printer.local metadata.google.internal intranet
  sign.example.com SIGN.example.com.
`
  .trim()
  .split(/\s+/);

const postTo = ({ url }: WebhookReceiver, more: Partial<GuardedCall>) =>
  postGuarded({ url, body: '{"a":1}', headers: {}, verifyCertificate: false, ...LOCAL, ...more });

const receiver = await forThisFile(openWebhookReceiver());

describe('checking a URL', () => {
  it.each(PRIVATE_HOSTS)('refuses the host %s', (host) => {
    expect(checkUrl(`https://${host}/hook`, STRICT)).toEqual(expect.any(String));
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://example.com/\r\nX: y',
    'https://exam ple.com/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:5432/',
    'https://sign.example.com:8443/',
    'not a url',
    '',
  ])('refuses %j', (url) => {
    expect(checkUrl(url, STRICT)).toEqual(expect.any(String));
  });

  it.each([
    'https://example.com/',
    'https://example.com:8443/a?b=c',
    'https://93.184.215.14/',
    'https://[2606:4700::1]/',
  ])('accepts %s', (url) => {
    expect(checkUrl(url, STRICT)).toBeNull();
  });

  it('accepts receivers on this machine, over http too, where the instance is only on this machine', () => {
    for (const url of ['http://localhost:4000/', 'https://127.0.0.1:4000/', 'http://[::1]:4000/']) {
      expect(checkUrl(url, LOCAL)).toBeNull();
    }
    for (const url of [
      'http://example.com/',
      'https://10.0.0.1/',
      'http://a.localhost:4000/',
      'http://localhost:22/',
    ]) {
      expect(checkUrl(url, LOCAL)).toEqual(expect.any(String));
    }
  });

  it('refuses a URL that leads back to the instance under any of its names', () => {
    for (const host of ['localhost', '127.0.0.1', '127.1', '[::1]']) {
      expect(checkUrl(`http://${host}:3000/`, LOCAL)).toContain('this instance');
    }
  });

  it('calls only global unicast addresses public', () => {
    for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true);
    for (const address of ['fd00::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '4000::1', 'example.com']) {
      expect(isPublicAddress(address)).toBe(false);
    }
  });
});

describe('an address that the operator chose', () => {
  const OPERATORS = { allowLoopback: true, ownHosts: ['sign.example.com'], isOperators: true };

  it('may be of the own network and without TLS, and still not this instance or another kind of service', () => {
    for (const url of ['http://10.0.0.7/tsa', 'http://time.internal:318/', 'https://time.example.com/'])
      expect(checkUrl(url, OPERATORS)).toBeNull();
    for (const url of [
      'ftp://10.0.0.7/',
      'http://sign.example.com/tsa',
      'http://10.0.0.7:5432/',
      'http://a:b@c/',
    ])
      expect(checkUrl(url, OPERATORS)).toEqual(expect.any(String));
  });

  it('never leads to where a cloud hands out secrets', async () => {
    for (const address of ['169.254.169.254', 'fe80::1', 'fd00:ec2::254', '168.63.129.16', '0.0.0.0']) {
      const call = callGuarded({
        url: 'http://time.internal/tsa',
        body: null,
        headers: {},
        verifyCertificate: true,
        resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
        ...OPERATORS,
      });
      await expect(call, address).rejects.toThrow('not an address that may be called');
    }
  });
});

describe('posting', () => {
  const post = (more: Partial<GuardedCall> = {}) => postTo(receiver, more);
  const answer = (act: (response: ServerResponse) => void) => {
    receiver.answerWith((_received, response) => act(response));
  };

  it('sends the body as it is, with a length and without asking for compression', async () => {
    answer((response) => response.writeHead(200).end('fine'));
    const result = await post({ headers: { 'content-type': 'application/json' } });
    expect(result).toMatchObject({ status: 200, body: 'fine', retryAfter: null });
    const last = receiver.received.at(-1);
    expect(last?.body).toBe('{"a":1}');
    expect(last?.headers).toMatchObject({ 'content-length': '7', 'accept-encoding': 'identity' });
  });

  it('refuses a self-signed certificate only when asked to verify', async () => {
    answer((response) => response.writeHead(204).end());
    await expect(post({ verifyCertificate: true })).rejects.toThrow('self-signed');
    expect((await post()).status).toBe(204);
  });

  it('uses no agent that the environment may lead through a proxy', async () => {
    const agent = https.globalAgent as unknown as { addRequest(): void };
    const shared = vi.spyOn(agent, 'addRequest');
    answer((response) => response.writeHead(204).end());
    expect((await post()).status).toBe(204);
    expect(shared).not.toHaveBeenCalled();
  });

  it('does not follow redirects', async () => {
    const before = receiver.received.length;
    for (const status of [301, 302, 307, 308]) {
      answer((response) => response.writeHead(status, { location: receiver.url }).end());
      expect((await post()).status).toBe(status);
    }
    expect(receiver.received.length).toBe(before + 4);
  });

  it('keeps at most the first bytes of a long answer and does not wait for the rest', async () => {
    let sent = 0;
    answer((response) => {
      response.writeHead(500);
      const more = () => {
        while (sent < 200_000_000 && response.write(Buffer.alloc(65_536, 97))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    const result = await post();
    expect(result.status).toBe(500);
    expect(result.body.length).toBe(65_536);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('does not inflate a compressed answer', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    answer((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect((await post()).body.length).toBeLessThan(20_000);
  });

  it('gives up at the deadline, and takes the status of an answer that never ends', async () => {
    answer(() => {});
    await expect(post({ timeoutMs: 200 })).rejects.toThrow('No response arrived within 0.2 seconds.');
    answer((response) => response.writeHead(200).write('a'));
    expect(await post({ timeoutMs: 1_000 })).toMatchObject({ status: 200, body: 'a' });
  });

  it('reports a broken connection and too long headers as faults worth another try', async () => {
    answer((response) => response.destroy());
    await expect(post()).rejects.toMatchObject({ name: 'Fault', retryable: true });
    answer((response) => response.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end());
    await expect(post()).rejects.toThrow('headers');
  });

  it('reports a name lookup that never ends at the deadline', async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(post({ url: 'https://example.com/', timeoutMs: 100, resolve })).rejects.toThrow(
      'No response',
    );
  });
});

describe('calls that keep their connection', () => {
  let opened = 0;
  beforeAll(() => {
    receiver.answerWith((_received, response) => response.writeHead(204).end());
    receiver.onConnection(() => {
      opened += 1;
    });
  });

  const post = (more: Partial<GuardedCall> = {}) => postTo(receiver, { keepsConnection: true, ...more });

  it('share one, as long as the name leads to the same addresses', async () => {
    for (let index = 0; index < 3; index += 1) expect((await post()).status).toBe(204);
    expect(opened).toBe(1);
    await post({ keepsConnection: false });
    expect(opened).toBe(2);
    // A certificate that was not verified is of no use where it must be.
    await expect(post({ verifyCertificate: true })).rejects.toThrow('self-signed');
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const leadingTo = (...addresses: string[]) => ({
      url,
      resolve: async () => addresses.map((address) => ({ address, family: 4 })),
    });
    await post(leadingTo('127.0.0.1'));
    const before = opened;
    await post(leadingTo('127.0.0.1'));
    expect(opened).toBe(before);
    await post(leadingTo('127.0.0.1', '127.0.0.2'));
    expect(opened).toBe(before + 1);
    await expect(post(leadingTo('10.0.0.1'))).rejects.toThrow('not a public address');
  });

  it('open another one where it was closed meanwhile, and give up where that breaks off too', async () => {
    expect((await post()).status).toBe(204);
    const before = opened;
    let calls = 0;
    receiver.answerWith((_received, response) => {
      calls += 1;
      if (calls === 1) response.destroy();
      else response.writeHead(200).end('again');
    });
    expect(await post()).toMatchObject({ status: 200, body: 'again' });
    expect([calls, opened]).toEqual([2, before + 1]);
    receiver.answerWith((_received, response) => response.destroy());
    await expect(post()).rejects.toThrow('broke off');
  });

  it('do not keep one whose answer was cut off', async () => {
    receiver.answerWith((_received, response) => response.writeHead(200).end('a'.repeat(200_000)));
    const before = opened;
    expect((await post()).body.length).toBe(65_536);
    expect((await post()).body.length).toBe(65_536);
    expect(opened).toBe(before + 2);
  });
});

describe('a name that changes its mind', () => {
  it('never reaches loopback, whatever the name server says, alone or among public addresses', async () => {
    const sockets: Socket[] = [];
    const trap = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as { port: number };
    const answers = [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1']];
    for (const list of answers) {
      const resolve = async () => list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const url = `https://rebind.example.com:${port}/`;
      const call = postGuarded({ url, body: '', headers: {}, verifyCertificate: false, ...STRICT, resolve });
      await expect(call).rejects.toThrow(Fault);
      await expect(call).rejects.toThrow('not a public address');
    }
    expect(sockets).toEqual([]);
    await new Promise((resolve) => trap.close(resolve));
  });

  it('asks once and connects to what it was told, under the name of the URL', async () => {
    const receiver = await openWebhookReceiver();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    expect((await postTo(receiver, { url, resolve })).status).toBe(204);
    expect(asked).toBe(1);
    expect(receiver.received[0]?.headers.host).toBe(new URL(url).host);
    await receiver.close();
  });

  it('connects to the judged address itself: a name that no system knows reaches the receiver', async () => {
    const receiver = await openWebhookReceiver();
    const url = receiver.url.replace('127.0.0.1', 'receiver.invalid');
    const call = { url, body: 'x', headers: {}, verifyCertificate: false, ...STRICT, isOperators: true };
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    expect((await postGuarded({ ...call, resolve })).status).toBe(204);
    await receiver.close();
  });

  it('looks a name up once, also one that has no address', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    const url = 'https://unknown.example.com/';
    const call = postGuarded({ url, body: '', headers: {}, verifyCertificate: true, ...STRICT, resolve });
    await expect(call).rejects.toThrow('has no address');
    expect(asked).toEqual(['unknown.example.com']);
  });

  it('is not looked up where the URL itself is refused', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: '93.184.215.14', family: 4 }];
    };
    for (const url of ['http://example.com/', 'https://example.com:22/', 'https://sign.example.com/']) {
      const call = postGuarded({ url, body: '', headers: {}, verifyCertificate: true, ...STRICT, resolve });
      await expect(call).rejects.toMatchObject({ name: 'Fault', retryable: false });
    }
    expect(asked).toBe(0);
  });

  it('answers a client of another protocol with checked addresses alone', async () => {
    const lookup = (url: string, policy: typeof STRICT) =>
      new Promise((resolve) => {
        guardedLookup(url, policy)('ignored.example.com', { all: true }, (error, found) =>
          resolve(error?.message ?? found),
        );
      });
    expect(await lookup('https://localhost/', LOCAL)).toEqual([
      expect.objectContaining({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) }),
    ]);
    // As a name whose address has changed since its URL was checked.
    expect(await lookup('https://localhost/', STRICT)).toContain('not a public address');
  });
});

describe('a body that is opened when it is sent', () => {
  it('arrives whole, with its length, and what breaks it off is told', async () => {
    const receiver = await openWebhookReceiver();
    const pieces = (end: () => void) => ({
      size: 10,
      async *open() {
        yield Buffer.from('01234');
        end();
        yield Buffer.from('56789');
      },
    });
    const call = {
      url: receiver.url,
      method: 'PUT',
      headers: {},
      verifyCertificate: false,
      ...LOCAL,
    } as const;
    expect((await callGuarded({ ...call, body: pieces(() => {}) })).status).toBe(204);
    expect(receiver.received[0]).toMatchObject({ body: '0123456789', headers: { 'content-length': '10' } });
    const breaking = pieces(() => {
      throw new Error('the disk is gone');
    });
    await expect(callGuarded({ ...call, body: breaking })).rejects.toThrow('the disk is gone');
    await receiver.close();
  });
});
