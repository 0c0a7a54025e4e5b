import type { FaultyFile } from './mutation.ts';

const moves = 'tests/api/organization-moves.test.ts';
const arrival = 'tests/api/organization-arrival.test.ts';
const notifications = 'tests/api/interface-notifications.test.ts';
const departure = 'tests/api/organization-departure.test.ts';
const levels = 'tests/api/organization-levels.test.ts';
const isolation = 'tests/generated/isolation.test.ts';

/** What is one organization's, and that nothing of it changes while it is frozen. */
export const organizationMoveFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/organization-moves/owned-rows-store.ts',
    tests: [isolation],
    faults: { 'archive-has-rows-of-others': ['= ${reference} and ${condition})', '= ${reference})'] },
  },
  {
    file: 'server/src/organization-moves/owned-rows-store.ts',
    tests: [moves],
    faults: {
      'archive-makes-an-owner-of-an-instance': [
        'if (other !== undefined) return',
        'if (other === null) return',
      ],
    },
  },
  {
    file: 'server/src/templates/belongings.ts',
    tests: ['tests/support/row-types.test.ts'],
    faults: {
      'path-without-a-foreign-key': ["documents: through('templates',", "documents: through('workflows',"],
    },
  },
  {
    file: 'server/src/organization-moves/freeze-organization.ts',
    tests: [moves],
    faults: {
      'freeze-does-not-wait': ['if (!isLockTimeout(error)) throw error;', 'throw error;'],
      'thaw-leaves-its-triggers': ['await dropTrigger(tx, table);', ''],
      'restored-freeze-is-none': [
        'if ((await listFreezes(database)).length > 0) await provideTriggers(database, await listTriggers(database));',
        '',
      ],
      'frozen-before-what-was-accepted-has-ended': ['await waitUntilSettled(deps, organizationId);', ''],
      'frozen-while-the-last-is-being-changed': ['    }\n    await provideTriggers(database);', '    }'],
      'freeze-in-vain-leaves-a-settling-organization': [
        'if (before === null) await thawOrganization(deps, organizationId);',
        '',
      ],
      'freeze-in-vain-thaws-what-was-settling': ['if (before === null) await thaw', 'await thaw'],
    },
  },
  {
    file: 'server/src/organization-moves/freeze-store.ts',
    tests: [moves],
    faults: {
      'restored-settling-organization-goes-on': [
        "union all select organization_id, 'settling' from settling_organizations`",
        '`',
      ],
      'settling-organization-signs': [
        "(${ends(row, 's.since')}) is not true",
        "(${ends(row, 's.since')}) is false",
      ],
      'frozen-before-people-are-told': ['[...SEALING, ...TELLING]', 'SEALING'],
      'archive-of-a-workflow-that-is-not-stored-yet': [
        "`r.status in ('approved', 'to_be_archived')`",
        "`r.status in ('approved')`",
      ],
    },
  },
  {
    file: 'server/src/workflows/belongings.ts',
    tests: [moves],
    faults: {
      'settling-organization-seals-nothing': [' or ${row}.ended_at >= ${since}`', '`'],
    },
  },
  {
    file: 'server/src/identification/belongings.ts',
    tests: ['tests/api/code-gateway.test.ts'],
    faults: {
      'text-message-of-a-frozen-organization-is-sent-each-minute': [
        "columns: ['delivery', 'attempts', 'problem', 'encrypted_code'], ",
        '',
      ],
    },
  },
  {
    file: 'server/src/database/frozen.ts',
    tests: [notifications],
    faults: { 'mail-of-a-frozen-organization-is-sent-each-minute': ['return save(true);', 'throw error;'] },
  },
  {
    file: 'server/src/webhooks/deliver-notification.ts',
    tests: [notifications],
    faults: {
      'notification-of-a-frozen-organization-is-sent-each-minute': [
        '&& target && !isFrozen) await',
        '&& target) await',
      ],
    },
  },
  {
    file: 'server/src/jobs/outages.ts',
    tests: [moves],
    faults: {
      'job-of-a-frozen-organization-spends-a-try': [
        'set attempts = greatest(attempts - 1, 0), updated_at = now(),',
        'set updated_at = now(),',
      ],
    },
  },
  {
    file: 'server/src/workflows/lifecycle/scheduled-work.ts',
    tests: [moves],
    faults: {
      'frozen-workflow-stops-the-expiry-of-others': [
        '(error instanceof Refusal || isFrozen(error))) throw',
        '(error instanceof Refusal)) throw',
      ],
    },
  },
  {
    file: 'server/src/http/error-handler.ts',
    tests: [moves],
    faults: { 'frozen-is-a-failure-of-the-server': ['if (isFrozen(error)) return frozen();', ''] },
  },
  {
    file: 'operator/src/organizations/read-organization.ts',
    tests: [moves],
    faults: { 'archive-of-a-half-sealed-workflow': ['if (first !== undefined)', 'if (first === null)'] },
  },
  {
    file: 'operator/src/organizations/export-organization.ts',
    tests: [moves],
    faults: {
      'failed-archive-leaves-a-frozen-organization': [
        'if (freezes && before === null)',
        'if (freezes && before !== null)',
      ],
      'failed-archive-thaws-what-was-settling': ['if (freezes && before === null)', 'if (freezes)'],
    },
  },
  {
    file: 'operator/src/organizations/verify-organization.ts',
    tests: [moves],
    faults: {
      'damaged-file-of-an-archive-is-whole': [
        'if (path === null) return false;',
        'if (path === null) return true;',
      ],
      'changed-part-of-an-archive-is-read': ["&& sha256.toString('hex') === facts.sha256 ?", '?'],
    },
  },
  {
    file: 'server/src/organization-moves/staged-rows-store.ts',
    tests: [arrival],
    faults: {
      'import-takes-rows-of-others': ['if (counts[0]?.staged !== counts[0]?.owned)', 'if (!counts[0])'],
      'agent-that-is-known-here-comes-once-more': ['if (known !== undefined)', 'if (known === null)'],
      'import-looks-at-all-of-the-instance': ["`analyze ${tables.map(stagedName).join(', ')}`", "'analyze'"],
      'import-takes-numbers-of-here': ['not between 1 and ${beginning}`', 'not between 1 and 9e15`'],
      'import-opens-accounts-of-here': [
        'for (const table of listTablesOf(PEOPLE).toReversed())',
        'for (const table of [PEOPLE] as Table[])',
      ],
      'import-takes-a-password-that-takes-all': ['hash !== null && !isBounded(hash)', 'hash === undefined'],
      'import-takes-the-address-of-another': [
        "people.some(({ email, email_key: key }) => key !== emailKey(email) && !key.startsWith('claimed-'))",
        'people.length === 0',
      ],
    },
  },
  {
    file: 'server/src/audit/adopt-trails.ts',
    tests: [arrival],
    faults: {
      'moved-trail-is-not-verified': [
        'if (problem) throw broken(workflowId, `event',
        'if (!event) throw broken(workflowId, `event',
      ],
      'moved-trail-may-be-cut': [
        'if (end.sequence !== entry.events || !end.hash.equals(entry.head))',
        'if (end.sequence === 0)',
      ],
      'moved-ledger-keeps-its-codes': ['mac: entryMac(keys, next) });', 'mac: entry.mac });'],
    },
  },
  {
    file: 'server/src/organization-record/adopt-record.ts',
    tests: [arrival],
    faults: {
      'moved-record-may-be-cut': [
        'if (there.sequence !== chain.events || (there.hash && !there.hash.equals(chain.head))) throw broken(there);',
        '',
      ],
    },
  },
  {
    file: 'server/src/authority/adopt-certificates.ts',
    tests: [arrival],
    faults: {
      'moved-certificate-of-no-instance': ['if (unknown !== null)', 'if (unknown === undefined)'],
    },
  },
  {
    file: 'operator/src/organizations/import-organization.ts',
    tests: [arrival],
    faults: {
      'moved-seal-without-a-proof': ["!proven.has(sha256.toString('hex'))", 'sha256.length === 0'],
      'import-runs-what-a-manifest-says': ['if (!isWritten)', 'if (theirs < 0)'],
      'import-of-an-unnamed-instance': ['fingerprintOf(origins) !== origin ||', ''],
      'import-from-a-greater-cell': ['theirs >= cell,', 'theirs < 0,'],
    },
  },
  {
    file: 'server/src/signing/session/session-store.ts',
    tests: [arrival],
    faults: {
      'moved-link-is-taken-for-derived': ['superseded_at is null and not is_moved', 'superseded_at is null'],
    },
  },
  {
    file: 'server/src/signing/finish/act-evidence.ts',
    tests: [arrival],
    faults: {
      'moved-answers-have-other-salts': [
        'salts.set(actionId, vault.decrypt(sealedSalt, saltBoundTo(actionId)));',
        'vault.decrypt(sealedSalt, saltBoundTo(actionId));',
      ],
    },
  },
  {
    file: 'server/src/sealing/seal-document.ts',
    tests: [arrival],
    faults: { 'moved-signature-is-never-sealed': ['formerRoots: anchorsOf(moved),', 'formerRoots: [],'] },
  },
  {
    file: 'server/src/verification/demanded-log.ts',
    tests: [arrival],
    faults: {
      'log-of-an-origin-is-not-demanded': ['...origins.flatMap(logOf)', ''],
    },
  },
  {
    file: 'server/src/organization-moves/staged-rows-store.ts',
    tests: [isolation],
    faults: {
      'import-makes-an-owner': [
        'const columns = Object.entries({ ...elsewhere, ...arrives });',
        'const columns = Object.entries({ ...arrives });',
      ],
    },
  },
  {
    file: 'server/src/public-links/link-secrets.ts',
    tests: [isolation],
    faults: {
      'moved-public-link-has-another-secret': ['if (moved?.number === number)', 'if (moved?.number === -1)'],
    },
  },
  {
    file: 'server/src/platform/outside/notification-signature.ts',
    tests: [arrival],
    faults: {
      'moved-webhook-has-another-secret': [
        "if (secretKey.startsWith('sealed:')) {",
        "if (secretKey === '') {",
      ],
    },
  },
  {
    file: 'server/src/organization-moves/depart-organization.ts',
    tests: [moves],
    faults: {
      'settling-organization-leads-away': ["organizationId)) !== 'frozen')", 'organizationId)) === null)'],
    },
  },
  {
    file: 'server/src/organization-moves/redirect-links.ts',
    tests: [departure],
    faults: {
      'links-of-others-lead-away': ['each.organization_id === organizationId', 'each.organization_id > 0'],
    },
  },
  {
    file: 'server/src/organization-moves/depart-organization.ts',
    tests: [departure],
    faults: {
      'unfrozen-organization-leads-away': [
        "if ((await findStage(tx, organizationId)) !== 'frozen')",
        "if (name === '')",
      ],
      'restored-organization-never-ends': [
        'named === undefined ? await listArchives(tx, organizationId) : [named]',
        'await listArchives(tx, organizationId)',
      ],
      'organization-ends-that-has-not-arrived': ['.equals(stated.hash))', '.equals(stated.hash) || true)'],
      'departure-is-recorded-once-more': ['if (former.arrival?.equals(hash)) return;', ''],
    },
  },
  {
    file: 'server/src/organization-moves/freeze-organization.ts',
    tests: [departure],
    faults: {
      'half-erased-organization-begins-again': [
        'if (!(await deleteDeparture(database, organizationId, clock.now())))',
        'if (!(await deleteDeparture(database, organizationId, new Date(0))))',
      ],
    },
  },
  {
    file: 'server/src/organization-moves/freeze-store.ts',
    tests: [departure],
    faults: {
      'what-is-being-erased-thaws': [
        "for (const row of rows) await tx.insertInto('organization_freezes').values(row).execute();",
        '',
      ],
    },
  },
  {
    file: 'server/src/organization-moves/erase-departed.ts',
    tests: [departure],
    faults: {
      'moved-organization-is-erased-before-all-is-sent': ['if (!(await hasUnsent(deps.database, id)))', ''],
      'erased-organization-leaves-its-triggers': ['await releaseTables(deps.database);', ''],
      'erased-organization-leaves-its-files': [
        'return eraseFiles(tx, await listUnnamed(tx, files), now);',
        'return eraseFiles(tx, [], now);',
      ],
    },
  },
  {
    file: 'server/src/organization-moves/erase-store.ts',
    tests: [departure],
    faults: { 'erasing-takes-files-that-others-name': ['and not (${isNamed})`', '`'] },
  },
  {
    file: 'server/src/authority/certificate-store.ts',
    tests: [levels],
    faults: {
      'timestamp-of-an-origin-is-of-nobody': [
        "union all select array[decode(root, 'base64')] from origins, unnest(roots) as root`",
        '`',
      ],
    },
  },
  {
    file: 'operator/src/commands/directory.ts',
    tests: [departure],
    faults: {
      'directory-forgets-what-has-moved': ['ids.length === 0 ? []', 'ids.length > 0 ? []'],
      'directory-takes-other-numbers': ['[0-9]{12}(/|$)`', '[0-9]*(/|$)`'],
    },
  },
];
