import { readConfig } from '@paraph/server/config/config.ts';
import { openBlobs } from '@paraph/server/open-blobs.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openDestination } from '../backup/destination.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { importOrganization } from '../organizations/import-organization.ts';
import { showProgress } from '../progress.ts';
import { withDatabase } from '../with-database.ts';
import {
  DESTINATION_OPTIONS,
  openDestinationStore,
  readBackupPassphrase,
  SNAPSHOT_OPTIONS,
} from './backup-destination.ts';

export const importOrganizationCommand = defineCommand({
  name: 'import-organization',
  about: 'Read the archive of an organization of another instance into this one, all of it or nothing.',
  options: {
    from: SNAPSHOT_OPTIONS.from,
    archive: { type: 'string', placeholder: 'NAME', about: 'Which of them, where there are several.' },
    origin: {
      type: 'string',
      required: true,
      placeholder: 'HEX',
      about:
        'Of its signatures, as export-organization printed it: by this its operator names that instance.',
    },
    ...DESTINATION_OPTIONS,
  },
  run: async ({ from, archive, origin, ...values }, terminal) => {
    if (!/^[0-9a-f]{64}$/.test(origin))
      throw new UsageError('--origin must be the 64 hexadecimal digits that export-organization printed.');
    const config = readConfig();
    const passphrase = await readBackupPassphrase(values, terminal);
    const opened = await openDestinationStore(from, values);
    const access = { ...opened, passphrase, folder: config.dataDir, ids: systemIds };
    const { manifest, workflows, present, arrival } = await withDatabase(async (deps) => {
      const destination = await openDestination(access);
      const blobs = await openBlobs(config, deps);
      const importing = { ...deps, blobs, onProgress: showProgress() };
      return importOrganization(importing, destination, { archive, origin });
    }, config);
    const { files, baseUrl, organization } = manifest;
    const text =
      `${organization.name} is on this instance: ${workflows} workflows and ${files} files from ${baseUrl}. ` +
      `${present} of its people had an account here, which stays as it was.\n` +
      `It arrived as ${arrival}: paraph redirect-organization asks for it.`;
    const about = { organization: organization.id, name: organization.name, workflows, files };
    return { text, data: { ...about, from: baseUrl, archive: manifest.archive, present, arrival } };
  },
});
