import type { FaultyFile } from './mutation.ts';

const witness = ['tests/api/witness.test.ts'];
const evidence = ['tests/api/witnessed-evidence.test.ts'];

/** What other logs may ask of this instance, and what it believes of its own witnesses. */
export const witnessFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/transparency-log/add-checkpoint.ts',
    tests: witness,
    faults: {
      'witness-signs-unproven-growth': [
        'if (!isConsistent({ earlier: former, later: checkpoint, proof: submission.proof }))',
        'if (checkpoint.size < former.size)',
      ],
      'witness-signs-for-any-key': [
        'isSignedBy({ text, signatures: [line] }, key)',
        'isSignedBy({ text, signatures: [line] }, key) || line !== text',
      ],
      'witness-takes-any-old-size': [
        'if (old !== log.size) return { status: 409, size: log.size };',
        'if (old > log.size) return { status: 409, size: log.size };',
      ],
      'fork-is-not-stored': [
        'if (log.checkpoint !== null && isOtherTree(checkpoint, former))',
        'if (old < 0)',
      ],
      'fork-without-proof-is-not-stored': ['if (log.size > 0 && checkpoint.size > log.size)', 'if (old < 0)'],
      'wrong-proof-passes-for-a-fork': [
        'storeFork(deps, { log, note, checkpoint, isProven: false })',
        'storeFork(deps, { log, note, checkpoint, isProven: true })',
      ],
      'lost-race-is-signed': [
        'if (note !== log.checkpoint && !(await saveSeen(deps.database, log, seen))) {',
        'if (note !== log.checkpoint && (await saveSeen(deps.database, log, seen)) === null) {',
      ],
      'control-characters-reach-the-database': ['/[^\\P{Cc}\\n]/u.test(body) ? [] : ', ''],
      'size-beyond-numbers': ['if (!Number.isSafeInteger(checkpoint.size)) return null;', ''],
    },
  },
  {
    file: 'server/src/transparency-log/witnessed-log-store.ts',
    tests: witness,
    faults: {
      'state-of-a-log-goes-back': [
        'and size = ${former.size} and checkpoint is not distinct from ${former.checkpoint}',
        '',
      ],
      'suspicion-is-never-cleared': ['and root = ${seen.root} and not is_proven', 'and false'],
      'suspicion-is-told-at-once': [
        "eb.or([eb('is_proven', '=', true), eb('refused_at', '<=', suspectedBy)])",
        "eb('refused_at', '<=', now)",
      ],
    },
  },
  {
    file: 'server/src/transparency-log/witnessed-log-store.ts',
    tests: evidence,
    faults: {
      'removed-log-is-still-cosigned': [
        "selectAll().where('removed_at', 'is', null);\n  return rows.orderBy('origin')",
        "selectAll();\n  return rows.orderBy('origin')",
      ],
      'log-takes-another-key': ['      where witnessed_logs.public_key = excluded.public_key\n', ''],
    },
  },
  {
    file: 'server/src/transparency-log/ask-witnesses.ts',
    tests: witness,
    faults: {
      'witness-asked-without-new-leaves': ['if (seenSize < size)', 'if (seenSize <= size)'],
      'refusal-passes-for-an-outage': [
        'if (size === old) throw new RefusedLog(',
        'if (size === old) throw new Fault(',
      ],
      'larger-size-passes-for-an-outage': [
        'throw new RefusedLog(`It has seen',
        'throw new Fault(`It has seen',
      ],
      'cosignature-of-any-time': ['<= SKEW_MS', '<= Number.MAX_VALUE'],
      'one-witness-stops-the-others': [
        'if (!isRefused && !(error instanceof Fault)) throw error;',
        'throw error;',
      ],
      'witness-is-asked-without-end': ['tries < TRIES', 'tries >= 0'],
    },
  },
  {
    file: 'server/src/transparency-log/cosignature-store.ts',
    tests: evidence,
    faults: {
      'proof-follows-the-newest-checkpoint': [
        'order by count(*) desc, size limit 1',
        'order by size desc limit 0',
      ],
      'refusal-outlives-its-end': [
        'failing_since = null, problem = null, refused_since = null,',
        'failing_since = null,',
      ],
    },
  },
  {
    file: 'cli/src/verify-log.ts',
    tests: evidence,
    faults: {
      'unseen-log-passes': ['seenAt === null\n        ? [{ kind:', "name === ''\n        ? [{ kind:"],
      'nothing-kept-passes-for-growth': ['retained.length + known.length > 0', 'retained.length >= 0'],
    },
  },
];
