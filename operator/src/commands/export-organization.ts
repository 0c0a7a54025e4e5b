import { tmpdir } from 'node:os';
import { fingerprintOf } from '@paraph/server/authority/adopt-certificates.ts';
import { openAuthority } from '@paraph/server/authority/open-authority.ts';
import { readConfig } from '@paraph/server/config/config.ts';
import { openBlobs } from '@paraph/server/open-blobs.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { openLog } from '@paraph/server/platform/observe/log.ts';
import { openDestination, provideDestination } from '../backup/destination.ts';
import { defineCommand } from '../command-line.ts';
import { exportOrganization } from '../organizations/export-organization.ts';
import { verifyOrganization } from '../organizations/verify-organization.ts';
import { showProgress } from '../progress.ts';
import { type DatabaseDeps, withDatabase } from '../with-database.ts';
import {
  DESTINATION_OPTIONS,
  openDestinationStore,
  readBackupPassphrase,
  SNAPSHOT_OPTIONS,
} from './backup-destination.ts';
import { ORGANIZATION_OPTION, readOrganizationId } from './freeze-organization.ts';

const NAMED_MAX = 5;

export const exportOrganizationCommand = defineCommand({
  name: 'export-organization',
  about:
    'Write all that belongs to one organization to a folder or bucket, encrypted, while the service runs.',
  options: {
    ...ORGANIZATION_OPTION,
    to: {
      type: 'string',
      required: true,
      placeholder: 'DIR|s3:URL',
      about: 'A folder outside the data directory, or a bucket as s3:https://host/bucket.',
    },
    freeze: {
      type: 'boolean',
      about: 'Let nothing of it change from before its rows are read; paraph thaw-organization ends that.',
    },
    ...DESTINATION_OPTIONS,
  },
  run: async ({ organization, to, freeze: freezes, ...values }, terminal) => {
    const organizationId = readOrganizationId(organization);
    const config = readConfig();
    const passphrase = await readBackupPassphrase(values, terminal);
    const opened = await openDestinationStore(to, values);
    const manifest = await withDatabase(async (deps: DatabaseDeps) => {
      const access = { ...opened, passphrase, folder: config.dataDir, ids: systemIds };
      const destination = await provideDestination(access, deps.vault);
      const blobs = await openBlobs(config, deps);
      const log = openLog('silent');
      const authority = await openAuthority({ ...deps, log });
      const exporting = { ...deps, authority, blobs, log, onProgress: showProgress() };
      return exportOrganization(exporting, destination, { organizationId, freezes });
    }, config);
    const { archive, brokenTrails, bytes, files, isFrozen, proofs, unreadable } = manifest;
    const { name } = manifest.organization;
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    const lines = [
      `The archive ${archive} of ${name} is complete: ${rows} rows, ${files} files (${(bytes / 1e6).toFixed(1)} MB), ` +
        `${proofs} proofs of the log.`,
      `The origin of its signatures is ${fingerprintOf(manifest.origins)}: paraph import-organization asks for it.`,
      isFrozen ? `${name} is frozen.` : `${name} goes on: what has changed since is not in it.`,
      ...(unreadable.length > 0
        ? [`${unreadable.length} files are missing or damaged in this instance; paraph doctor names them.`]
        : []),
      ...brokenTrails
        .slice(0, NAMED_MAX)
        .map(({ workflowId, problem }) => `Workflow ${workflowId}: ${problem}.`),
    ];
    const data = {
      place: opened.name,
      archive,
      rows,
      files,
      bytes,
      proofs,
      origin: fingerprintOf(manifest.origins),
      isFrozen,
      unreadable,
      brokenTrails,
    };
    return { text: lines.join('\n'), data, isFailure: unreadable.length + brokenTrails.length > 0 };
  },
});

export const verifyOrganizationCommand = defineCommand({
  name: 'verify-organization',
  about:
    'Read the archive of an organization again and compare all of it with its hashes. Needs no instance.',
  options: {
    from: SNAPSHOT_OPTIONS.from,
    archive: { type: 'string', placeholder: 'NAME', about: 'Which of them, where there are several.' },
    ...DESTINATION_OPTIONS,
  },
  run: async ({ from, archive, ...values }, terminal) => {
    const passphrase = await readBackupPassphrase(values, terminal);
    const opened = await openDestinationStore(from, values);
    const destination = await openDestination({ ...opened, passphrase, folder: tmpdir(), ids: systemIds });
    const deps = { ids: systemIds, onProgress: showProgress() };
    const { manifest, damaged } = await verifyOrganization(deps, destination, archive);
    const { archive: name, files, proofs } = manifest;
    const text =
      damaged.length === 0
        ? `The archive ${name} of ${manifest.organization.name} is whole: ` +
          `its parts, ${proofs} proofs and ${files} files.`
        : `${damaged.length} files of the archive ${name} are missing or were changed. The first: ` +
          `${damaged.slice(0, NAMED_MAX).join(', ')}. Export the organization again.`;
    return {
      text,
      data: { place: opened.name, archive: name, files, proofs, damaged },
      isFailure: damaged.length > 0,
    };
  },
});
