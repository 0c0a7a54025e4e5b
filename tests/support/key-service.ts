import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listenLocally } from './free-port.ts';

/** A service that encrypts for others, with the interface of Vault's transit engine and its strictness. */
export interface KeyService {
  /** Of one key, as the setting names it. */
  url: string;
  token: string;
  /** Makes a new version of the key; earlier ones decrypt what they encrypted. */
  turn(): void;
  /** What it was called for, in order. */
  calls: string[];
  /** A status in place of every answer. */
  fault: number | null;
  close(): Promise<void>;
}

export async function openKeyService(
  name = 'contracts',
  token = randomBytes(12).toString('hex'),
): Promise<KeyService> {
  const versions = [randomBytes(32)];
  const encrypt = (plaintext: string): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1) ?? '', nonce);
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'base64'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `vault:v${versions.length}:${sealed.toString('base64')}`;
  };
  const decrypt = (ciphertext: string): string => {
    const [, version = '', body = ''] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const sealed = Buffer.from(body, 'base64');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      versions[Number(version) - 1] ?? '',
      sealed.subarray(0, 12),
    );
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('base64');
  };
  const verbs: Record<string, (body: Record<string, string>) => Record<string, string>> = {
    encrypt: ({ plaintext = '' }) => ({ ciphertext: encrypt(plaintext) }),
    decrypt: ({ ciphertext = '' }) => ({ plaintext: decrypt(ciphertext) }),
    rewrap: ({ ciphertext = '' }) => ({ ciphertext: encrypt(decrypt(ciphertext)) }),
  };
  const service: Omit<KeyService, 'close' | 'url'> = {
    token,
    turn: () => void versions.push(randomBytes(32)),
    calls: [],
    fault: null,
  };
  const server = createServer(async (request, response) => {
    const [, verb = '', asked] = /^\/v1\/transit\/(\w+)\/([\w-]+)$/.exec(request.url ?? '') ?? [];
    service.calls.push(verb);
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    const body = JSON.parse(await readText(request));
    if (service.fault !== null) answer(service.fault, { errors: ['sealed'] });
    else if (request.headers.authorization !== `Bearer ${token}`)
      answer(403, { errors: ['permission denied'] });
    else if (asked !== name || request.method !== 'POST') answer(404, { errors: ['no handler for route'] });
    else {
      try {
        answer(200, { data: verbs[verb]?.(body) });
      } catch {
        answer(400, { errors: ['cipher: message authentication failed'] });
      }
    }
  });
  const port = await listenLocally(server);
  const url = `http://127.0.0.1:${port}/v1/transit/keys/${name}`;
  const close = () => closeServer(server);
  return Object.assign(service, { url, close });
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}
