import type { Config } from '../config.ts';
import { openPkcs11Token } from '../platform/pkcs11-token.ts';
import type { Finding } from './doctor-checks.ts';

/** Opens the token, where there is one, and asks for the public half of every key that lies on it. */
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
