import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseCertificate } from '@paraph/pades';
import { BRING_BACK, isExpiring, OFFLINE_CRL } from '../authority/open-authority.ts';
import type { Config } from '../config.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import { openPkcs11Token } from '../platform/pkcs11-token.ts';
import type { Finding, Patient } from './doctor-checks.ts';
import { openVault } from './move-root.ts';

const name = 'root';

/** Where the key of the root is, and whether it is wanted. */
export async function checkRoot({ config, clock }: Patient): Promise<Finding[]> {
  if (!existsSync(join(config.dataDir, 'keys', 'root.cer'))) return [];
  if (config.token?.keys.root !== undefined)
    return [{ name, state: 'well', detail: 'Its key is on the token.' }];
  const vault = await openVault(config);
  const certificate = (await vault.find('root.cer')) ?? Buffer.alloc(0);
  if (await vault.find('root.key')) {
    const detail = 'Its key is in the vault; `paraph export-root` takes it offline.';
    return [{ name, state: 'well', detail }];
  }
  const responder = await vault.find('root-ocsp.cer');
  if (!responder || !(await vault.find(OFFLINE_CRL))) {
    const remedy = `Restore root.key from a backup, or ${BRING_BACK}`;
    return [{ name, state: 'failed', detail: 'Its key is missing, and was never exported.', remedy }];
  }
  const until = parseCertificate(responder).notAfter;
  const day = until.toISOString().slice(0, 10);
  const now = clock.now();
  for (const role of ['issuing', 'timestamping']) {
    const latest = await latestOf(vault, role);
    if (!isExpiring(latest, { certificate }, now)) continue;
    const ends = latest ? parseCertificate(latest).notAfter.toISOString().slice(0, 10) : day;
    const detail = `Its key is offline, and wanted: the certificate ${role}.cer needs a successor before ${ends}.`;
    const remedy = `Now ${BRING_BACK}, start Paraph, then paraph export-root`;
    return [{ name, state: until <= now ? 'failed' : 'warning', detail, remedy }];
  }
  return [{ name, state: 'well', detail: `Its key is offline; what it signed answers for it until ${day}.` }];
}

async function latestOf(vault: KeyVault, role: string): Promise<Buffer | undefined> {
  let latest: Buffer | undefined;
  for (let index = 1; ; index += 1) {
    const found = await vault.find(index === 1 ? `${role}.cer` : `${role}-${index}.cer`);
    if (!found) return latest;
    latest = found;
  }
}

/** Opens the configured token and reads the public key of every key on it. */
export async function checkToken({ config }: { config: Config }): Promise<Finding[]> {
  const { token: settings } = config;
  if (!settings) return [];
  const name = 'token';
  try {
    const token = await openPkcs11Token(settings);
    const labels = Object.entries(settings.keys);
    for (const [, label] of labels) await token.publicKey(label);
    const held = labels.map(([role, label]) => `${role} (${label})`).join(', ');
    return [{ name, state: 'well', detail: `${settings.tokenLabel} holds the keys of ${held}.` }];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const remedy = 'Nothing starts without it. Look at the token, or correct the settings PARAPH_PKCS11_….';
    return [{ name, state: 'failed', detail, remedy }];
  }
}
