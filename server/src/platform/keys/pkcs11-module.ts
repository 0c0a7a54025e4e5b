import { Fault } from '@paraph/domain';
import type * as Koffi from 'koffi';

/** Numbers of the standard (PKCS #11 2.40), as its header names them. */
export const CK = {
  CKF_SERIAL_SESSION: 4,
  CKU_USER: 1,
  CKO_PUBLIC_KEY: 2,
  CKO_PRIVATE_KEY: 3,
  CKO_SECRET_KEY: 4,
  CKA_CLASS: 0x000,
  CKA_TOKEN: 0x001,
  CKA_LABEL: 0x003,
  CKA_VALUE: 0x011,
  CKA_KEY_TYPE: 0x100,
  CKA_ID: 0x102,
  CKA_MODULUS: 0x120,
  CKA_PUBLIC_EXPONENT: 0x122,
  CKA_SENSITIVE: 0x103,
  CKA_EXTRACTABLE: 0x162,
  CKA_EC_PARAMS: 0x180,
  CKA_EC_POINT: 0x181,
  CKK_RSA: 0,
  CKK_EC: 3,
  CKK_GENERIC_SECRET: 0x10,
  CKM_RSA_PKCS: 0x0001,
  CKM_RSA_PKCS_PSS: 0x000d,
  CKM_SHA256: 0x0250,
  CKM_ECDSA: 0x1041,
  CKM_AES_KEY_WRAP: 0x2109,
  CKG_MGF1_SHA256: 2,
} as const;

export const CKR = {
  OK: 0x000,
  GENERAL_ERROR: 0x005,
  FUNCTION_FAILED: 0x006,
  DEVICE_ERROR: 0x030,
  DEVICE_REMOVED: 0x032,
  ENCRYPTED_DATA_INVALID: 0x040,
  ENCRYPTED_DATA_LEN_RANGE: 0x041,
  KEY_HANDLE_INVALID: 0x060,
  OBJECT_HANDLE_INVALID: 0x082,
  PIN_INCORRECT: 0x0a0,
  PIN_LOCKED: 0x0a4,
  SESSION_CLOSED: 0x0b0,
  SESSION_HANDLE_INVALID: 0x0b3,
  TOKEN_NOT_PRESENT: 0x0e0,
  USER_ALREADY_LOGGED_IN: 0x100,
  USER_NOT_LOGGED_IN: 0x101,
  WRAPPED_KEY_INVALID: 0x110,
  WRAPPED_KEY_LEN_RANGE: 0x112,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
} as const;

export interface Attribute {
  readonly type: number;
  readonly value: Uint8Array;
}

/** An unsigned long as the machine has it. */
export function ulong(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** Index in the list of functions, and the parameters. */
const functions = {
  C_Initialize: [0, 'void *args'],
  C_GetSlotList: [4, 'uint8_t present, uint8_t *slots, _Inout_ ulong *count'],
  C_GetTokenInfo: [6, 'ulong slot, uint8_t *info'],
  C_OpenSession: [12, 'ulong slot, ulong flags, void *app, void *notify, _Out_ ulong *session'],
  C_CloseSession: [13, 'ulong session'],
  C_Login: [18, 'ulong session, ulong user, uint8_t *pin, ulong length'],
  C_CreateObject: [20, 'ulong session, ParaphAttribute *template, ulong count, _Out_ ulong *object'],
  C_DestroyObject: [22, 'ulong session, ulong object'],
  C_GetAttributeValue: [24, 'ulong session, ulong object, _Inout_ ParaphAttribute *wanted, ulong count'],
  C_FindObjectsInit: [26, 'ulong session, ParaphAttribute *template, ulong count'],
  C_FindObjects: [27, 'ulong session, uint8_t *objects, ulong max, _Out_ ulong *count'],
  C_FindObjectsFinal: [28, 'ulong session'],
  C_SignInit: [42, 'ulong session, ParaphMechanism *mechanism, ulong key'],
  C_Sign: [43, 'ulong session, uint8_t *data, ulong length, uint8_t *signature, _Inout_ ulong *size'],
  C_WrapKey: [
    60,
    'ulong session, ParaphMechanism *mechanism, ulong wrapping, ulong key, ' +
      'uint8_t *wrapped, _Inout_ ulong *size',
  ],
  C_UnwrapKey: [
    61,
    'ulong session, ParaphMechanism *mechanism, ulong wrapping, uint8_t *wrapped, ' +
      'ulong size, ParaphAttribute *template, ulong count, _Out_ ulong *key',
  ],
} as const;

/** What tokens answer to a wrapped key that does not check; some know no better word than a general failure. */
const WRAPPED_KEY_VALUES: ReadonlySet<number> = new Set([
  CKR.GENERAL_ERROR,
  CKR.FUNCTION_FAILED,
  CKR.ENCRYPTED_DATA_INVALID,
  CKR.ENCRYPTED_DATA_LEN_RANGE,
  CKR.WRAPPED_KEY_INVALID,
  CKR.WRAPPED_KEY_LEN_RANGE,
]);

export type FunctionName = keyof typeof functions;

/** A function of the module failed: its name and the return value. */
export class Pkcs11Error extends Error {
  readonly value: number;
  /** The key to be unwrapped was changed, or another one wrapped it. */
  readonly isAboutWrappedKey: boolean;

  constructor(name: FunctionName, value: number) {
    super(`${name} answered 0x${value.toString(16)}`);
    this.name = 'Pkcs11Error';
    this.value = value;
    this.isAboutWrappedKey = name === 'C_UnwrapKey' && WRAPPED_KEY_VALUES.has(value);
  }
}

/**
 * A PKCS #11 module: a library in this process whose functions run on a separate thread, so that a slow token does not
 * block other work. 64-bit Linux and macOS.
 */
export interface Pkcs11Module {
  call(name: FunctionName, ...args: readonly unknown[]): Promise<void>;
}

/** By path: a module is initialized once by a process. */
const loaded = new Map<string, Promise<Pkcs11Module>>();

/** Loads a module, once per process. @throws Fault if it cannot be loaded */
export function loadPkcs11Module(path: string): Promise<Pkcs11Module> {
  const cached = loaded.get(path);
  if (cached) return cached;
  const loading = load(path).catch((error: unknown) => {
    loaded.delete(path);
    throw error;
  });
  loaded.set(path, loading);
  return loading;
}

async function load(path: string): Promise<Pkcs11Module> {
  const koffi = await import('koffi').catch((error: unknown) => {
    throw new Fault('The package koffi is not installed, by which modules of PKCS #11 are called.', {
      cause: error,
    });
  });
  const table = readFunctions(koffi, path);
  // Memory used by the other thread must not be garbage-collected before it is done.
  const inUse = new Set<readonly unknown[]>();
  const call = (name: FunctionName, ...args: readonly unknown[]): Promise<void> =>
    new Promise((resolve, reject) => {
      inUse.add(args);
      table[name].async(...args, (error: Error | null, value: number) => {
        inUse.delete(args);
        if (error) reject(error);
        else if (value === CKR.OK) resolve();
        else reject(new Pkcs11Error(name, value));
      });
    });
  await call('C_Initialize', null).catch((error: unknown) => {
    // This process uses the same module elsewhere.
    if (!(error instanceof Pkcs11Error) || error.value !== CKR.CRYPTOKI_ALREADY_INITIALIZED) throw error;
  });
  return { call };
}

/** Type names are global to the process, so they are registered once. Null until the first module is loaded. */
let prototypes: Readonly<Record<FunctionName, Koffi.TypeObject>> | null = null;

function prototypesOf(koffi: typeof Koffi): Readonly<Record<FunctionName, Koffi.TypeObject>> {
  if (prototypes) return prototypes;
  // The default stack is too small for the libraries that modules use.
  koffi.config({ async_stack_size: 4 * 1024 * 1024 });
  koffi.struct('ParaphAttribute', { type: 'ulong', value: 'uint8_t *', length: 'ulong' });
  koffi.struct('ParaphMechanism', { type: 'ulong', parameter: 'uint8_t *', length: 'ulong' });
  const entries = Object.entries(functions).map(([name, [, parameters]]) => {
    return [name, koffi.proto(`ulong Paraph_${name}(${parameters})`)];
  });
  prototypes = Object.fromEntries(entries) as Record<FunctionName, Koffi.TypeObject>;
  return prototypes;
}

/** Never unloaded: their threads may still run. */
const libraries = new Set<Koffi.LibraryHandle>();

type Callable = { async: (...args: unknown[]) => void };

function readFunctions(koffi: typeof Koffi, path: string): Record<FunctionName, Callable> {
  try {
    const types = prototypesOf(koffi);
    // Deep binding: uses its own OpenSSL, not the one inside Node. An unreferenced library is unloaded.
    const library = koffi.load(path, { deep: true });
    libraries.add(library);
    const listed = library.func('ulong C_GetFunctionList(_Out_ void **list)');
    const list: [bigint | null] = [null];
    const value: number = listed(list);
    if (value !== CKR.OK || list[0] === null) throw new Error(`C_GetFunctionList answered ${value}`);
    // The version precedes the functions and takes one index.
    const pointers: bigint[] = koffi.decode(list[0], 8, koffi.array('void *', 62));
    const names = Object.keys(functions) as FunctionName[];
    const entries = names.map((name) => [name, koffi.decode(pointers[functions[name][0]], types[name])]);
    return Object.fromEntries(entries);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new Fault(`The PKCS #11 module ${path} cannot be loaded: ${words}.`, { cause: error });
  }
}
