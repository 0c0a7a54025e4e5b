import type { Config } from '@paraph/server/config/config.ts';
import { SETTINGS } from '@paraph/server/config/settings.ts';
import { type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { countEncryption } from '@paraph/server/files/api.ts';
import { checkWrappingKeys, requireUnencrypted } from '@paraph/server/files/wrapping-keys.ts';
import { openWrapper } from '@paraph/server/open-blobs.ts';
import type { Finding } from './finding.ts';

const name = 'encryption';
const setting = SETTINGS.encryptionKeys.name;

/** Whether every key in use wraps and unwraps, and how many documents are plain or need a former key. */
export async function checkEncryption(config: Config, options: DatabaseOptions): Promise<Finding[]> {
  const { database, close } = openDatabase(options, { connectionsMax: 2 });
  try {
    const wrapper = await openWrapper(config);
    if (!wrapper) {
      await requireUnencrypted(database, setting);
      return [];
    }
    const current = await checkWrappingKeys(database, { wrapper, setting });
    const { files, unencrypted, former } = await countEncryption(database, current);
    const findings: Finding[] = [];
    if (unencrypted > 0) {
      const detail = `${unencrypted} of ${files} stored files are not encrypted yet.`;
      const remedy =
        'A running `serve` or `work` encrypts them in slices, every five minutes: look again later.';
      findings.push({ name, state: 'warning', detail, remedy });
    }
    if (former > 0) {
      const detail = `The keys of ${former} stored files are wrapped with a former key.`;
      findings.push({
        name,
        state: 'warning',
        detail,
        remedy: 'Wrap them with the current one: paraph rewrap',
      });
    }
    if (findings.length > 0) return findings;
    return [
      {
        name,
        state: 'well',
        detail: `All ${files} stored files are encrypted; their keys need ${current} alone.`,
      },
    ];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const remedy = `Nothing starts without these keys. Correct ${setting}, or restore the key from its backup.`;
    return [{ name, state: 'failed', detail, remedy }];
  } finally {
    await close();
  }
}
