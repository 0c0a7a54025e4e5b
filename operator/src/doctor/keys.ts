import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseCertificate } from '@paraph/pades';
import { BRING_BACK, isExpiring, listCertificates } from '@paraph/server/authority/open-certified-key.ts';
import { isRootEnding, offlineCrlOf } from '@paraph/server/authority/open-roots.ts';
import { listRoots, type StoredRoot } from '@paraph/server/authority/root-key.ts';
import { timestampingUse } from '@paraph/server/authority/timestamping-keys.ts';
import { type Config, findKeysDir } from '@paraph/server/config/config.ts';
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
  if (!root.key) return [await checkOffline({ config, vault, root, now: clock.now() })];
  if (isEnding) {
    const remedy = 'Start Paraph again: it makes the successor, and both certify each other.';
    return [{ name, state: 'warning', detail: `It ends on ${ends} and has no successor.`, remedy }];
  }
  const detail = `${counted}Its key is in the vault; \`paraph export-root\` takes it offline.`;
  return [{ name, state: 'well', detail }];
}

async function checkOffline({
  config,
  vault,
  root,
  now,
}: {
  config: Config;
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
  const latest = (await listCertificates(vault, 'issuing')).at(-1);
  if (isExpiring(latest, { certificate }, { now, hash: config.hashes.signature })) {
    const ends = dayOf(latest ? parseCertificate(latest).notAfter : until);
    const detail = `Its key is offline, and wanted: the certificate issuing.cer needs a successor before ${ends}.`;
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

/** How old the key for timestamps is, and whether it waits for a successor. */
export async function checkTimestampingKey(patient: Patient): Promise<Finding[]> {
  const { config, clock } = patient;
  if (!existsSync(join(findKeysDir(config), 'root.cer'))) return [];
  const vault = await openVault(config);
  const use = await timestampingUse({ clock, config, vault });
  if (!use) return [];
  const { from, until, isSuccessorWanted } = use;
  const now = clock.now();
  const detail = `Key ${use.number} is used from ${dayOf(from)} until ${dayOf(until)} at the latest.`;
  const about = { name: 'key for timestamps', detail };
  if (!isSuccessorWanted && now < until) return [{ ...about, state: 'well' }];
  const label = config.token?.keys.timestamping;
  const root = (await listRoots(vault)).at(-1);
  const isRootHere = config.token?.keys.root !== undefined || root?.key != null;
  const remedy = isRootHere
    ? label === undefined
      ? 'It gets its successor at the next start, or within six hours.'
      : `Make a key labelled ${label}-${use.made + 1} on the token, and start Paraph again.`
    : `Now ${BRING_BACK}, start Paraph, then paraph export-root`;
  return [
    { ...about, state: now < until ? 'warning' : 'failed', detail: `${detail} It has no successor.`, remedy },
  ];
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
