import { setTimeout as sleep } from 'node:timers/promises';
import type { Paraph } from '../../sdk/src/index.ts';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { connect } from './connect.ts';
import { requireFree, saveFile } from './download.ts';
import { CommandError, EXIT } from './exit-code.ts';
import { chooseWorkspace, WORKSPACE_OPTION } from './template-address.ts';

const PAUSE_MS = 1_000;
const CONTENTS = ['documents', 'certificates', 'evidence', 'attachments'] as const;

export const exportCommand: Command = {
  name: 'export',
  summary: 'Save the documents, certificates and an index of all that the filters find, as a ZIP file',
  usage: '',
  argsMin: 0,
  argsMax: 0,
  options: [
    { name: 'query', type: 'string', value: 'WORDS', description: 'only what the list finds by these words' },
    { name: 'status', type: 'string', value: 'STATUS', description: 'only these, such as signed,declined' },
    { name: 'tags', type: 'string', value: 'IDS', description: 'only what has one of these tags' },
    {
      name: 'contents',
      type: 'string',
      value: 'WHAT',
      description: 'documents,certificates (default), evidence, attachments; the index is always there',
    },
    WORKSPACE_OPTION,
    { name: 'output', type: 'string', short: 'o', value: 'FILE', description: 'path; default: export.zip' },
    { name: 'force', type: 'boolean', short: 'f', description: 'overwrite an existing file' },
  ],
  examples: [
    'paraph export --status signed',
    'paraph export --query lease --contents documents,evidence -o leases.zip',
  ],
  run: saveExport,
};

async function saveExport(invocation: Invocation): Promise<number> {
  const { output, signal } = invocation;
  const path = textOf(invocation, 'output') ?? 'export.zip';
  const contents = readContents(textOf(invocation, 'contents'));
  await requireFree(path, hasOption(invocation, 'force'));
  const { paraph } = await connect(invocation);
  const workspaceId = await chooseWorkspace(invocation, paraph);
  const filter = Object.fromEntries(
    ['query', 'status', 'tags'].flatMap((name) => {
      const value = textOf(invocation, name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const asked = await paraph.createExport(
    { workspaceId, filter, ...(contents === null ? {} : { contents }) },
    { signal },
  );
  const job = await follow(invocation, { paraph, workspaceId, exportId: asked.id });
  if (job.state !== 'done')
    throw new CommandError(`The export has ${job.state}. ${job.problem ?? ''}`.trim(), EXIT.failed);
  await saveFile(await paraph.downloadExport({ workspaceId, exportId: job.id }, { signal }), path);
  output.result({ ...job, file: path }, [path]);
  if (job.skipped === 0) return EXIT.ok;
  output.note(`${job.skipped} of ${job.workflows} were left out; index.csv in the archive says why.`);
  return EXIT.failed;
}

function readContents(text: string | null): (typeof CONTENTS)[number][] | null {
  if (text === null) return null;
  const words = text.split(',').map((word) => word.trim());
  const known = words.flatMap((word) => CONTENTS.filter((each) => each === word));
  if (known.length === words.length) return known;
  throw new CommandError(`--contents takes ${CONTENTS.join(', ')}, comma-joined.`, EXIT.usage);
}

type Job = Awaited<ReturnType<Paraph['readExport']>>;

async function follow(
  { output, signal }: Invocation,
  { paraph, ...address }: { paraph: Paraph; workspaceId: number; exportId: number },
): Promise<Job> {
  for (;;) {
    const job = await paraph.readExport(address, { signal });
    if (job.state !== 'waiting' && job.state !== 'running') return job;
    output.progress(`${job.done} of ${job.workflows} written`);
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
