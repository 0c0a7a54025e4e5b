import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseCertificate } from '@paraph/pades';
import { BRING_BACK, isExpiring } from '@paraph/server/authority/open-certified-key.ts';
import { isRootEnding, offlineCrlOf } from '@paraph/server/authority/open-roots.ts';
import { listRoots, type StoredRoot } from '@paraph/server/authority/root-key.ts';
import type { Config } from '@paraph/server/config/config.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { openPkcs11Token } from '@paraph/server/platform/keys/pkcs11-token.ts';
import { openVault } from '../with-database.ts';
import type { Finding, Patient } from './finding.ts';

const name = 'root';

/** Where the key of the root is, and whether it is wanted: for certificates that end, or for its own successor. */
export async function checkRoot({ config, clock }: Patient): Promise<Finding[]> {
  if (!existsSync(join(config.dataDir, 'keys', 'root.cer'))) return [];
  const vault = await openVault(config);
  const roots = await listRoots(vault);
  const root = roots.at(-1);
  if (!root) return [];
  const ends = dayOf(parseCertificate(root.certificate).notAfter);
  const isEnding = isRootEnding(root.certificate, clock.now());
  const label = config.token?.keys.root;
  const counted = roots.length > 1 ? `Root ${roots.length}, until ${ends}. ` : '';
  if (label !== undefined) {
    if (!isEnding) return [{ name, state: 'well', detail: `${counted}Its key is on the token.` }];
    const remedy = `Make a key labelled ${label}-${roots.length + 1} on the token, and start Paraph again.`;
    return [{ name, state: 'warning', detail: `It ends on ${ends} and has no successor.`, remedy }];
  }
  if (!root.key) return [await checkOffline({ vault, root, now: clock.now() })];
  if (isEnding) {
    const remedy = 'Start Paraph again: it makes the successor, and both certify each other.';
    return [{ name, state: 'warning', detail: `It ends on ${ends} and has no successor.`, remedy }];
  }
  const detail = `${counted}Its key is in the vault; \`paraph export-root\` takes it offline.`;
  return [{ name, state: 'well', detail }];
}

async function checkOffline({
  vault,
  root,
  now,
}: {
  vault: KeyVault;
  root: StoredRoot;
  now: Date;
}): Promise<Finding> {
  const { certificate } = root;
  const responder = await vault.find(`${root.name}-ocsp.cer`);
  if (!responder || !(await vault.find(offlineCrlOf(root.name)))) {
    const remedy = `Restore ${root.name}.key from a backup, or ${BRING_BACK}`;
    return { name, state: 'failed', detail: 'Its key is missing, and was never exported.', remedy };
  }
  const until = parseCertificate(responder).notAfter;
  const remedy = `Now ${BRING_BACK}, start Paraph, then paraph export-root`;
  const state = until <= now ? 'failed' : 'warning';
  for (const role of ['issuing', 'timestamping']) {
    const latest = await latestOf(vault, role);
    if (!isExpiring(latest, { certificate }, now)) continue;
    const ends = dayOf(latest ? parseCertificate(latest).notAfter : until);
    const detail = `Its key is offline, and wanted: the certificate ${role}.cer needs a successor before ${ends}.`;
    return { name, state, detail, remedy };
  }
  if (isRootEnding(certificate, now)) {
    const ends = dayOf(parseCertificate(certificate).notAfter);
    const detail = `Its key is offline, and wanted: the root needs a successor before ${ends}.`;
    return { name, state, detail, remedy };
  }
  return {
    name,
    state: 'well',
    detail: `Its key is offline; what it signed answers for it until ${dayOf(until)}.`,
  };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
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
