import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';

/** Projects whose files are long come first, so that short ones fill the end of the run. Others keep their order. */
const PROJECTS_LAST = ['e2e', 'faults', 'tokens', 'api'];

/** The files of each project that take longest, so that none of them runs alone at the end while a core is idle. */
const SLOW_FIRST = [
  'pades/src/validate/every-byte.test.ts',
  'pades/src/validate/honest-files.test.ts',
  'pades/src/validate/fuzz.test.ts',
  'tests/e2e/sending.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/signing.test.ts',
  'tests/e2e/designer.test.ts',
  'tests/e2e/levels.test.ts',
  'tests/e2e/organization.test.ts',
  'tests/e2e/fields.test.ts',
  'tests/e2e/verify.test.ts',
  'tests/e2e/templates.test.ts',
  'tests/e2e/in-turn.test.ts',
  'tests/faults/postgres.test.ts',
  'tests/faults/machines.test.ts',
  'tests/faults/server.test.ts',
  'tests/faults/slow-outside.test.ts',
  'tests/faults/sealing.test.ts',
  'tests/faults/hostile-uploads.test.ts',
  'tests/docs/worked-example.test.ts',
  'tests/conformance/pades-matrix.test.ts',
  'tests/generated/isolation.test.ts',
  'tests/generated/requests.test.ts',
  'tests/api/files-intake.test.ts',
  'tests/api/backup.test.ts',
  'tests/api/job-presence.test.ts',
  'tests/docs/guides.test.ts',
  'tests/api/job-queues.test.ts',
  'tests/generated/workflow-machine.test.ts',
  'tests/generated/histories.test.ts',
];

/** Starts each project with its slow files; vitest itself knows only those of its cache. */
export class SlowFirst extends BaseSequencer {
  constructor(vitest: Vitest) {
    super(vitest);
    const gone = SLOW_FIRST.filter((path) => !existsSync(join(vitest.config.root, path)));
    if (gone.length > 0)
      throw new Error(`tests/support/slow-first.ts names files that do not exist: ${gone}`);
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const projects = names.sort((a, b) => PROJECTS_LAST.indexOf(a) - PROJECTS_LAST.indexOf(b));
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = SLOW_FIRST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return rank < 0 ? SLOW_FIRST.length : rank;
    };
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => rankOf(a) - rankOf(b)),
    );
  }
}
