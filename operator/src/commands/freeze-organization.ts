import {
  freezeOrganization,
  requireOrganization,
  thawOrganization,
} from '@paraph/server/organization-moves/freeze-organization.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { showSettling } from '../organizations/export-organization.ts';
import { showProgress } from '../progress.ts';
import { withDatabase } from '../with-database.ts';

export const ORGANIZATION_OPTION = {
  organization: {
    type: 'string',
    required: true,
    placeholder: 'ID',
    about: 'Its number, as GET /api/v1/organizations answers its members.',
  },
} as const;

/** @throws UsageError */
export function readOrganizationId(text: string): number {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new UsageError(`--organization must be the number of an organization, and not "${text}".`);
}

export const freezeOrganizationCommand = defineCommand({
  name: 'freeze-organization',
  about:
    'Refuse every change of one organization, by people, programs and jobs, until it is thawed. ' +
    'What was accepted ends first.',
  options: ORGANIZATION_OPTION,
  run: async ({ organization }) => {
    const id = readOrganizationId(organization);
    const name = await withDatabase(async (deps) => {
      await freezeOrganization({ ...deps, ...showSettling({ onProgress: showProgress() }) }, id);
      return requireOrganization(deps.database, id);
    });
    const text = `${name} is frozen: what would change it is answered with 503. paraph thaw-organization ends that.`;
    return { text, data: { organization: id, name, isFrozen: true } };
  },
});

export const thawOrganizationCommand = defineCommand({
  name: 'thaw-organization',
  about: 'Let a frozen organization be changed again; its jobs that waited go on within a minute.',
  options: ORGANIZATION_OPTION,
  run: async ({ organization }) => {
    const id = readOrganizationId(organization);
    const { name, wasFrozen } = await withDatabase(async (deps) => ({
      wasFrozen: await thawOrganization(deps, id),
      name: await requireOrganization(deps.database, id),
    }));
    const text = wasFrozen ? `${name} can be changed again.` : `${name} was not frozen.`;
    return { text, data: { organization: id, name, isFrozen: false } };
  },
});
