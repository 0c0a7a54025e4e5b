import { BELONGINGS as accounts } from '../accounts/belongings.ts';
import { BELONGINGS as agents } from '../agents/belongings.ts';
import { BELONGINGS as audit } from '../audit/belongings.ts';
import { BELONGINGS as authority } from '../authority/belongings.ts';
import { BELONGINGS as backups } from '../backups/belongings.ts';
import { BELONGINGS as brands } from '../brands/belongings.ts';
import { BELONGINGS as bulk } from '../bulk/belongings.ts';
import { BELONGINGS as contacts } from '../contacts/belongings.ts';
import type { Belonging } from '../database/belonging.ts';
import { BELONGINGS as database } from '../database/belongings.ts';
import type { Tables } from '../database/rows.generated.ts';
import { BELONGINGS as design } from '../design/belongings.ts';
import { BELONGINGS as destinations } from '../destinations/belongings.ts';
import { BELONGINGS as developers } from '../developers/belongings.ts';
import { BELONGINGS as evidence } from '../evidence/belongings.ts';
import { BELONGINGS as exports } from '../exports/belongings.ts';
import { BELONGINGS as files } from '../files/belongings.ts';
import { BELONGINGS as followers } from '../followers/belongings.ts';
import { BELONGINGS as holds } from '../holds/belongings.ts';
import { BELONGINGS as http } from '../http/belongings.ts';
import { BELONGINGS as identification } from '../identification/belongings.ts';
import { BELONGINGS as identityProviders } from '../identity-providers/belongings.ts';
import { BELONGINGS as instanceHealth } from '../instance-health/belongings.ts';
import { BELONGINGS as jobs } from '../jobs/belongings.ts';
import { BELONGINGS as mail } from '../mail/belongings.ts';
import { BELONGINGS as oauth } from '../oauth/belongings.ts';
import { BELONGINGS as organizationRecord } from '../organization-record/belongings.ts';
import { BELONGINGS as passkeys } from '../passkeys/belongings.ts';
import { BELONGINGS as personalData } from '../personal-data/belongings.ts';
import { BELONGINGS as provisioning } from '../provisioning/belongings.ts';
import { BELONGINGS as publicLinks } from '../public-links/belongings.ts';
import { BELONGINGS as retention } from '../retention/belongings.ts';
import { BELONGINGS as revisions } from '../revisions/belongings.ts';
import { BELONGINGS as sealing } from '../sealing/belongings.ts';
import { BELONGINGS as secondFactors } from '../second-factors/belongings.ts';
import { BELONGINGS as sending } from '../sending/belongings.ts';
import { BELONGINGS as signing } from '../signing/belongings.ts';
import { BELONGINGS as succession } from '../succession/belongings.ts';
import { BELONGINGS as tags } from '../tags/belongings.ts';
import { BELONGINGS as templates } from '../templates/belongings.ts';
import { BELONGINGS as transparencyLog } from '../transparency-log/belongings.ts';
import { BELONGINGS as trustServices } from '../trust-services/belongings.ts';
import { BELONGINGS as usage } from '../usage/belongings.ts';
import { BELONGINGS as webhooks } from '../webhooks/belongings.ts';
import { BELONGINGS as workflows } from '../workflows/belongings.ts';
import { BELONGINGS as workspaces } from '../workspaces/belongings.ts';
import { BELONGINGS as organizationMoves } from './belongings.ts';

/** To whom the rows of each table belong; without the tables of the sandbox, which only a loopback instance has. */
export const TABLE_BELONGINGS = {
  ...accounts,
  ...agents,
  ...audit,
  ...authority,
  ...backups,
  ...brands,
  ...bulk,
  ...contacts,
  ...database,
  ...design,
  ...destinations,
  ...developers,
  ...evidence,
  ...exports,
  ...files,
  ...followers,
  ...holds,
  ...http,
  ...identification,
  ...identityProviders,
  ...instanceHealth,
  ...jobs,
  ...mail,
  ...oauth,
  ...organizationMoves,
  ...organizationRecord,
  ...passkeys,
  ...personalData,
  ...provisioning,
  ...publicLinks,
  ...retention,
  ...revisions,
  ...sealing,
  ...secondFactors,
  ...sending,
  ...signing,
  ...succession,
  ...tags,
  ...templates,
  ...transparencyLog,
  ...trustServices,
  ...usage,
  ...webhooks,
  ...workflows,
  ...workspaces,
} as const satisfies Record<keyof Tables, Belonging>;
