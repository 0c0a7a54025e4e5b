import { readConfig } from '@paraph/server/config/config.ts';
import { SETTINGS } from '@paraph/server/config/settings.ts';
import { rewrapKeys } from '@paraph/server/files/wrapping-keys.ts';
import { openWrapper } from '@paraph/server/open-blobs.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';

const setting = SETTINGS.encryptionKeys.name;

export const rewrapCommand = defineCommand({
  name: 'rewrap',
  about: `Wrap the key of every stored document with the first of ${setting}; documents stay as they are.`,
  options: {},
  run: async () => {
    const config = readConfig();
    const wrapper = await openWrapper(config);
    if (!wrapper) throw new UsageError(`${setting} is not set: no stored document is encrypted.`);
    const report = await withDatabase(({ database }) => rewrapKeys(database, { wrapper, setting }), config);
    const { current, keys, unreadable } = report;
    const lines = [`${keys} keys of documents are wrapped anew with ${current}.`];
    if (unreadable.length === 0)
      lines.push(
        `No document needs another key: the others in ${setting} can be left out from the next start on.`,
      );
    else
      lines.push(
        `${unreadable.length} could not be unwrapped; paraph doctor names the damaged documents. The first: ` +
          `${unreadable.slice(0, 5).join(', ')}.`,
      );
    return { text: lines.join('\n'), data: report, isFailure: unreadable.length > 0 };
  },
});
