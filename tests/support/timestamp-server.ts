import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createCertificate, createCrl, createTimestampResponse, localSigner } from '@paraph/pades';
import { pemOf } from '../conformance/pdf-validators.ts';
import { type HttpCall, openHttpServer } from './http-server.ts';
import { chooseScratchParent } from './scratch.ts';

const DAY_MS = 86_400_000;

/** How the authority fails, or does not. `openssl`: that program answers, by the machine's own clock. */
export type TimestampMood =
  | 'well'
  | 'openssl'
  | 'down'
  | 'silent'
  | 'error page'
  | 'endless'
  | 'an hour ahead'
  | 'refusing'
  | 'without its list';

export interface TimestampServer {
  url: string;
  /** PEM of its root, to be named in a setting. */
  rootsFile: string;
  root: Uint8Array;
  /** Of the timestamps it gave, hexadecimal, oldest first. */
  serials: readonly string[];
  /** So many questions came. */
  asked: number;
  mood: TimestampMood;
  now: () => Date;
  close(): Promise<void>;
}

interface KeyAndCertificate {
  key: KeyObject;
  certificate: Uint8Array;
}

/** A real authority for timestamps over HTTP, with a root of its own and a list of what it revoked: nothing. */
export async function openTimestampServer(name = 'Outside Time'): Promise<TimestampServer> {
  const folder = mkdtempSync(join(await chooseScratchParent(), 'paraph-tsa-'));
  const { origin, close } = await openHttpServer(answer);
  const root = issue(`${name} Root`, { years: [-5, 20] });
  const good = issue(name, { years: [-1, 3], issuer: root, crlUrl: `${origin}/crl` });
  const rootsFile = join(folder, 'roots.pem');
  writeFileSync(rootsFile, pemOf(root.certificate));
  const serials: string[] = [];
  const self: TimestampServer = {
    url: `${origin}/tsa`,
    rootsFile,
    root: root.certificate,
    serials,
    asked: 0,
    mood: 'well',
    now: () => new Date(),
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function answer({ url, body: question }: HttpCall, response: ServerResponse): Promise<void> {
    if (url === '/crl') {
      if (self.mood === 'without its list') response.writeHead(404).end();
      else response.end(await revokedList());
      return;
    }
    self.asked += 1;
    if (self.mood === 'down') response.destroy();
    else if (self.mood === 'error page') response.writeHead(503).end('<h1>Sorry</h1>');
    else if (self.mood === 'endless') response.end(Buffer.alloc(200_000));
    else if (self.mood !== 'silent') {
      const bytes = self.mood === 'openssl' ? byOpenssl(folder, question, good) : await byOurselves(question);
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes);
    }
  }

  async function byOurselves(question: Buffer): Promise<Uint8Array> {
    const { mood } = self;
    const at = self.now().getTime();
    const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
    serials.push(serial.toString('hex'));
    return createTimestampResponse({
      request: question,
      signer: localSigner(good.key, [good.certificate]),
      serial,
      time: mood === 'refusing' ? null : new Date(at + (mood === 'an hour ahead' ? 3_600_000 : 0)),
      policy: '1.3.6.1.4.1.99999.1',
      accuracySeconds: 1,
    });
  }

  function revokedList(): Promise<Uint8Array> {
    const thisUpdate = self.now();
    return createCrl({
      signer: localSigner(root.key, [root.certificate]),
      number: Math.floor(thisUpdate.getTime() / 1000),
      thisUpdate,
      nextUpdate: new Date(thisUpdate.getTime() + DAY_MS),
      revoked: [],
    });
  }
  return self;
}

function issue(
  commonName: string,
  more: { years: readonly [number, number]; issuer?: KeyAndCertificate; crlUrl?: string },
): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = createPrivateKey(privateKey);
  const { issuer, crlUrl } = more;
  const [from, to] = more.years.map((years) => new Date(Date.now() + years * 365 * DAY_MS));
  const certificate = createCertificate({
    subject: { commonName },
    subjectPublicKey: publicKey,
    issuer: issuer?.certificate ?? null,
    issuerKey: issuer?.key ?? key,
    serial: randomBytes(16),
    notBefore: from ?? new Date(),
    notAfter: to ?? new Date(),
    profile: issuer ? 'timestamping' : 'root',
    ...(crlUrl ? { crlUrl } : {}),
  });
  return { key, certificate };
}

/** `openssl ts -reply`, as its manual has it. */
function byOpenssl(folder: string, question: Buffer, { key, certificate }: KeyAndCertificate): Buffer {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('question'), question);
  writeFileSync(at('tsa.key'), key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('tsa.pem'), pemOf(certificate));
  writeFileSync(at('serial'), randomBytes(8).toString('hex').replace(/^./, '4'));
  const settings = {
    serial: at('serial'),
    crypto_device: 'builtin',
    signer_digest: 'sha256',
    digests: 'sha256',
    default_policy: '1.3.6.1.4.1.99999.2',
    accuracy: 'secs:1',
    ess_cert_id_alg: 'sha256',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(at('tsa.cnf'), `[tsa]\ndefault_tsa = one\n[one]\n${lines.join('\n')}\n`);
  const files = ['-queryfile', at('question'), '-inkey', at('tsa.key'), '-signer', at('tsa.pem')];
  execFileSync('openssl', ['ts', '-reply', '-config', at('tsa.cnf'), ...files, '-out', at('answer')], {
    stdio: 'pipe',
  });
  return readFileSync(at('answer'));
}
