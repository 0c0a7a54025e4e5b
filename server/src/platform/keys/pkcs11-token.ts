import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { Fault } from '@paraph/domain';
import {
  type Attribute,
  CK,
  CKR,
  loadPkcs11Module,
  Pkcs11Error,
  type Pkcs11Module,
  ulong,
} from './pkcs11-module.ts';

export interface Pkcs11Settings {
  /** Library of the token's maker. */
  readonly modulePath: string;
  readonly tokenLabel: string;
  readonly pin: string;
  /** For one signature; a token that takes longer is considered failed. */
  readonly timeoutMs?: number;
}

export type TokenAlgorithm = 'ecdsa-sha256' | 'rsa-sha256' | 'rsa-pss-sha256';

/** Keys that never leave their token. Calls are serialized. */
export interface Pkcs11Token {
  /** The public half of the key of that label. @throws Fault when there is not exactly one. */
  publicKey(label: string): Promise<KeyObject>;
  /** Signs the SHA-256 of the bytes; ECDSA is answered as r‖s. @throws Fault */
  sign(label: string, algorithm: TokenAlgorithm, bytes: Uint8Array): Promise<Buffer>;
  /** Encrypts a key with the secret key of that label (AES Key Wrap, RFC 3394). @throws Fault */
  wrapKey(label: string, key: Uint8Array): Promise<Buffer>;
  /** @throws Fault also where another key wrapped it */
  unwrapKey(label: string, wrapped: Uint8Array): Promise<Buffer>;
}

/** @throws Fault when the module, the token or the PIN is not right. */
export async function openPkcs11Token(settings: Pkcs11Settings): Promise<Pkcs11Token> {
  const queue = new SessionQueue(await loadPkcs11Module(settings.modulePath), settings);
  await queue.run(async () => undefined);
  return {
    publicKey: (label) => queue.run((session) => session.publicKey(label)),
    sign: (label, algorithm, bytes) => {
      const digest = createHash('sha256').update(bytes).digest();
      return queue.run((session) => session.sign(label, algorithm, digest));
    },
    wrapKey: (label, key) => queue.run((session) => session.wrapKey(label, key)),
    unwrapKey: (label, wrapped) => queue.run((session) => session.unwrapKey(label, wrapped)),
  };
}

interface Key {
  readonly handle: number;
  readonly type: number;
}

/** Errors after which a new session may succeed: the token was removed, or its server restarted. */
const lostSession: ReadonlySet<number> = new Set([
  CKR.DEVICE_ERROR,
  CKR.DEVICE_REMOVED,
  CKR.KEY_HANDLE_INVALID,
  CKR.OBJECT_HANDLE_INVALID,
  CKR.SESSION_CLOSED,
  CKR.SESSION_HANDLE_INVALID,
  CKR.TOKEN_NOT_PRESENT,
  CKR.USER_NOT_LOGGED_IN,
]);

class SessionQueue {
  readonly #module: Pkcs11Module;
  readonly #settings: Pkcs11Settings;
  #session: Session | null = null;
  /** A wrong PIN that is tried again locks the token. */
  #pinFault: Fault | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(module: Pkcs11Module, settings: Pkcs11Settings) {
    this.#module = module;
    this.#settings = settings;
  }

  /** One after another: a session does one thing at a time. */
  run<Result>(step: (session: Session) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#attempt(step));
    this.#last = result.catch(() => undefined);
    return withDeadline(result, this.#settings);
  }

  async #attempt<Result>(step: (session: Session) => Promise<Result>): Promise<Result> {
    try {
      return await step(await this.#open());
    } catch (error) {
      if (!(error instanceof Pkcs11Error) || !lostSession.has(error.value)) throw this.#faultOf(error);
      this.#session = null;
    }
    try {
      return await step(await this.#open());
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  async #open(): Promise<Session> {
    if (this.#pinFault) throw this.#pinFault;
    this.#session ??= await openSession(this.#module, this.#settings);
    return this.#session;
  }

  #faultOf(error: unknown): unknown {
    if (!(error instanceof Pkcs11Error)) return error;
    const isPin = error.value === CKR.PIN_INCORRECT || error.value === CKR.PIN_LOCKED;
    const why = error.value === CKR.PIN_INCORRECT ? 'its PIN is another' : 'its PIN is locked';
    const words = isPin ? why : error.message;
    const more = { retryable: !isPin, cause: error };
    const fault = new Fault(`The token ${this.#settings.tokenLabel} failed: ${words}.`, more);
    if (isPin) this.#pinFault = fault;
    return fault;
  }
}

async function withDeadline<Result>(result: Promise<Result>, settings: Pkcs11Settings): Promise<Result> {
  const timeoutMs = settings.timeoutMs ?? 30_000;
  const late = Promise.withResolvers<never>();
  const words = `The token ${settings.tokenLabel} gave no answer within ${timeoutMs / 1000} seconds.`;
  const timer = setTimeout(() => late.reject(new Fault(words, { retryable: true })), timeoutMs);
  try {
    return await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function openSession(module: Pkcs11Module, settings: Pkcs11Settings): Promise<Session> {
  const slot = await findSlot(module, settings.tokenLabel);
  const handle: [number] = [0];
  await module.call('C_OpenSession', slot, CK.CKF_SERIAL_SESSION, null, null, handle);
  const pin = Buffer.from(settings.pin);
  try {
    await module.call('C_Login', handle[0], CK.CKU_USER, pin, pin.length);
  } catch (error) {
    if (!(error instanceof Pkcs11Error) || error.value !== CKR.USER_ALREADY_LOGGED_IN) {
      await module.call('C_CloseSession', handle[0]);
      throw error;
    }
  }
  return new Session(module, handle[0]);
}

const SLOTS_MAX = 256;
/** CK_TOKEN_INFO: label, maker, model and number of 96 bytes, then eleven numbers, two versions and the time. */
const TOKEN_INFO_BYTES = 256;
const LABEL_BYTES = 32;

async function findSlot(module: Pkcs11Module, label: string): Promise<number> {
  const slots = Buffer.alloc(SLOTS_MAX * 8);
  const count: [number] = [SLOTS_MAX];
  await module.call('C_GetSlotList', 1, slots, count);
  const seen: string[] = [];
  for (let index = 0; index < count[0]; index += 1) {
    const slot = Number(slots.readBigUInt64LE(index * 8));
    const info = Buffer.alloc(TOKEN_INFO_BYTES);
    await module.call('C_GetTokenInfo', slot, info);
    const shown = info.toString('utf8', 0, LABEL_BYTES).trimEnd();
    if (shown === label) return slot;
    seen.push(shown || 'one without a label');
  }
  const there = seen.length === 0 ? 'there is none' : `there are ${seen.join(', ')}`;
  throw new Fault(`The PKCS #11 module has no token ${label}; ${there}.`, { retryable: true });
}

class Session {
  readonly #module: Pkcs11Module;
  readonly #handle: number;
  readonly #keys = new Map<string, Key>();

  constructor(module: Pkcs11Module, handle: number) {
    this.#module = module;
    this.#handle = handle;
  }

  async publicKey(label: string): Promise<KeyObject> {
    const key = await this.#privateKey(label);
    const id = await this.#read(key.handle, CK.CKA_ID);
    const wanted = { type: CK.CKA_CLASS, value: ulong(CK.CKO_PUBLIC_KEY) };
    const [handle] = await this.#find([wanted, { type: CK.CKA_ID, value: id }]);
    if (handle === undefined) throw missing(`the public half of the key ${label}`);
    if (key.type === CK.CKK_EC)
      return ecPublicKey(
        await this.#read(handle, CK.CKA_EC_PARAMS),
        await this.#read(handle, CK.CKA_EC_POINT),
      );
    const modulus = await this.#read(handle, CK.CKA_MODULUS);
    const exponent = await this.#read(handle, CK.CKA_PUBLIC_EXPONENT);
    const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') };
    return createPublicKey({ key: jwk, format: 'jwk' });
  }

  async sign(label: string, algorithm: TokenAlgorithm, digest: Buffer): Promise<Buffer> {
    const key = await this.#privateKey(label);
    const { type, parameter, data } = mechanismOf(algorithm, digest);
    const mechanism = { type, parameter, length: parameter?.length ?? 0 };
    await this.#module.call('C_SignInit', this.#handle, mechanism, key.handle);
    const signature = Buffer.alloc(1024);
    const size: [number] = [signature.length];
    await this.#module.call('C_Sign', this.#handle, data, data.length, signature, size);
    return signature.subarray(0, size[0]);
  }

  async wrapKey(label: string, key: Uint8Array): Promise<Buffer> {
    const template = [...SESSION_SECRET, { type: CK.CKA_VALUE, value: key }].map(measured);
    const object: [number] = [0];
    await this.#module.call('C_CreateObject', this.#handle, template, template.length, object);
    const wrapped = Buffer.alloc(key.length + 64);
    const size: [number] = [wrapped.length];
    try {
      const wrapping = await this.#handleOf(CK.CKO_SECRET_KEY, label);
      await this.#module.call('C_WrapKey', this.#handle, KEY_WRAP, wrapping, object[0], wrapped, size);
    } finally {
      await this.#module.call('C_DestroyObject', this.#handle, object[0]);
    }
    return wrapped.subarray(0, size[0]);
  }

  async unwrapKey(label: string, wrapped: Uint8Array): Promise<Buffer> {
    const template = SESSION_SECRET.map(measured);
    const object: [number] = [0];
    const wrapping = await this.#handleOf(CK.CKO_SECRET_KEY, label);
    const input = [KEY_WRAP, wrapping, wrapped, wrapped.length];
    await this.#module.call('C_UnwrapKey', this.#handle, ...input, template, template.length, object);
    try {
      return Buffer.from(await this.#read(object[0], CK.CKA_VALUE));
    } finally {
      await this.#module.call('C_DestroyObject', this.#handle, object[0]);
    }
  }

  async #handleOf(kind: number, label: string): Promise<number> {
    const what = kind === CK.CKO_SECRET_KEY ? 'secret key' : 'key';
    const wanted = { type: CK.CKA_CLASS, value: ulong(kind) };
    const [handle, other] = await this.#find([wanted, { type: CK.CKA_LABEL, value: Buffer.from(label) }]);
    if (handle === undefined) throw missing(`a ${what} ${label}`);
    if (other !== undefined) throw missing(`exactly one ${what} ${label}`);
    return handle;
  }

  async #privateKey(label: string): Promise<Key> {
    const cached = this.#keys.get(label);
    if (cached) return cached;
    const handle = await this.#handleOf(CK.CKO_PRIVATE_KEY, label);
    const type = Number((await this.#read(handle, CK.CKA_KEY_TYPE)).readBigUInt64LE());
    if (type !== CK.CKK_EC && type !== CK.CKK_RSA) throw missing(`a key ${label} that is EC or RSA`);
    const key = { handle, type };
    this.#keys.set(label, key);
    return key;
  }

  async #find(template: readonly Attribute[]): Promise<number[]> {
    const wanted = template.map(measured);
    await this.#module.call('C_FindObjectsInit', this.#handle, wanted, wanted.length);
    const objects = Buffer.alloc(2 * 8);
    const count: [number] = [0];
    try {
      await this.#module.call('C_FindObjects', this.#handle, objects, 2, count);
    } finally {
      await this.#module.call('C_FindObjectsFinal', this.#handle);
    }
    return Array.from({ length: count[0] }, (_item, index) => Number(objects.readBigUInt64LE(index * 8)));
  }

  async #read(object: number, type: number): Promise<Buffer> {
    const value = Buffer.alloc(2048);
    const wanted = [{ type, value, length: value.length }];
    await this.#module.call('C_GetAttributeValue', this.#handle, object, wanted, 1);
    return value.subarray(0, Number(wanted[0]?.length ?? 0));
  }
}

const KEY_WRAP = { type: CK.CKM_AES_KEY_WRAP, parameter: null, length: 0 };
/** A key that passes through the token: it ends with the session, and its value may be read. */
const SESSION_SECRET: readonly Attribute[] = [
  { type: CK.CKA_CLASS, value: ulong(CK.CKO_SECRET_KEY) },
  { type: CK.CKA_KEY_TYPE, value: ulong(CK.CKK_GENERIC_SECRET) },
  { type: CK.CKA_TOKEN, value: Buffer.of(0) },
  { type: CK.CKA_SENSITIVE, value: Buffer.of(0) },
  { type: CK.CKA_EXTRACTABLE, value: Buffer.of(1) },
];

function measured({ type, value }: Attribute) {
  return { type, value, length: value.length };
}

/** DER DigestInfo of a SHA-256 (RFC 8017 §9.2), all but the digest. */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const SALT_BYTES = 32;

/** The mechanisms that every token has, without hashing: the digest is made here. */
function mechanismOf(
  algorithm: TokenAlgorithm,
  digest: Buffer,
): { type: number; parameter: Buffer | null; data: Buffer } {
  switch (algorithm) {
    case 'ecdsa-sha256':
      return { type: CK.CKM_ECDSA, parameter: null, data: digest };
    case 'rsa-sha256':
      return { type: CK.CKM_RSA_PKCS, parameter: null, data: Buffer.concat([DIGEST_INFO, digest]) };
    case 'rsa-pss-sha256': {
      const parameter = Buffer.concat([CK.CKM_SHA256, CK.CKG_MGF1_SHA256, SALT_BYTES].map(ulong));
      return { type: CK.CKM_RSA_PKCS_PSS, parameter, data: digest };
    }
  }
}

/** SubjectPublicKeyInfo (RFC 5480 §2) of the curve and the point, which the token returns as an OCTET STRING. */
function ecPublicKey(curve: Buffer, wrapped: Buffer): KeyObject {
  const header = (wrapped[1] ?? 0) < 0x80 ? 2 : 3;
  const point = wrapped[0] === 0x04 && wrapped.length > header ? wrapped.subarray(header) : wrapped;
  const ecPublicKeyOid = Buffer.from('06072a8648ce3d0201', 'hex');
  const algorithm = tlv(0x30, Buffer.concat([ecPublicKeyOid, curve]));
  const key = tlv(0x30, Buffer.concat([algorithm, tlv(0x03, Buffer.concat([Buffer.of(0), point]))]));
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

/** A short DER element; keys of curves have less than 256 bytes. */
function tlv(tag: number, content: Buffer): Buffer {
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
}

function missing(what: string): Fault {
  return new Fault(`The token does not hold ${what}.`);
}
