import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { openHttpServer } from './http-server.ts';

/** A service that encrypts for others, with the interface of Vault's transit engine and its strictness. */
export async function openKeyService(name = 'contracts', token = randomBytes(12).toString('hex')) {
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
  const service = {
    token,
    /** Makes a new version of the key; earlier ones decrypt what they encrypted. */
    turn: () => void versions.push(randomBytes(32)),
    /** What it was called for, in order. */
    calls: [] as string[],
    /** A status in place of every answer. */
    fault: null as number | null,
  };
  const { origin, close } = await openHttpServer((call, response) => {
    const [, verb = '', asked] = /^\/v1\/transit\/(\w+)\/([\w-]+)$/.exec(call.url) ?? [];
    service.calls.push(verb);
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    const body = JSON.parse(call.body.toString());
    if (service.fault !== null) answer(service.fault, { errors: ['sealed'] });
    else if (call.headers.authorization !== `Bearer ${token}`) answer(403, { errors: ['permission denied'] });
    else if (asked !== name || call.method !== 'POST') answer(404, { errors: ['no handler for route'] });
    else {
      try {
        answer(200, { data: verbs[verb]?.(body) });
      } catch {
        answer(400, { errors: ['cipher: message authentication failed'] });
      }
    }
  });
  /** Of one key, as the setting names it. */
  const url = `${origin}/v1/transit/keys/${name}`;
  return Object.assign(service, { url, close });
}
