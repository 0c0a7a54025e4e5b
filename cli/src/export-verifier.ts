import { writeFile } from 'node:fs/promises';
import { type Command, hasOption, type Invocation, textOf } from './command.ts';
import { chooseServer } from './connect.ts';
import { CommandError, EXIT } from './exit-code.ts';

export const exportVerifier: Command = {
  name: 'export-verifier',
  summary: 'Save a page that verifies files without the server',
  usage: '',
  argsMin: 0,
  argsMax: 0,
  options: [
    {
      name: 'output',
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'path to save to; default: paraph-verify.html',
    },
    { name: 'force', type: 'boolean', short: 'f', description: 'overwrite an existing file' },
  ],
  examples: ['paraph export-verifier -o paraph-verify.html'],
  run: savePage,
};

/** The page is public and holds the roots of its server, so no one has to be signed in. */
async function savePage(invocation: Invocation): Promise<number> {
  const { output, signal } = invocation;
  const server = textOf(invocation, 'server') ?? (await chooseServer(invocation));
  const answer = await fetch(`${server}/paraph-verify.html`, { signal }).catch(() => null);
  if (!answer?.ok) throw new CommandError(`The verifier of ${server} cannot be fetched.`, EXIT.unreachable);
  const path = textOf(invocation, 'output') ?? 'paraph-verify.html';
  const page = Buffer.from(await answer.arrayBuffer());
  await writeFile(path, page, { flag: hasOption(invocation, 'force') ? 'w' : 'wx' }).catch((error: Error) => {
    const exists = 'code' in error && error.code === 'EEXIST';
    const reason = exists
      ? 'already exists. Add --force to overwrite it'
      : `cannot be written: ${error.message}`;
    throw new CommandError(`${path} ${reason}.`, EXIT.usage);
  });
  output.result({ file: path, server }, [path]);
  return EXIT.ok;
}
