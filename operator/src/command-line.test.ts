import { readFile } from 'node:fs/promises';
import { invalid } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { type Command, defineCommand, readSecret, runCommandLine, type Terminal } from './command-line.ts';

const createCat = defineCommand({
  name: 'create-cat',
  about: 'Make a cat.',
  options: {
    name: { type: 'string', required: true, placeholder: 'NAME', about: 'What it hears to.' },
    owner: { type: 'string', required: true, placeholder: 'EMAIL', about: 'Who feeds it.' },
    colour: { type: 'strings', about: 'What it looks like.' },
    home: { type: 'string', about: 'Where it sleeps.' },
    tame: { type: 'boolean', about: 'Whether it does.' },
    'password-stdin': { type: 'boolean', about: 'Read its password from standard input.' },
  },
  run: async (values, terminal) => {
    const password = values['password-stdin'] ? await readSecret(terminal, 'password-stdin') : undefined;
    return { text: `Made ${values.name}.`, data: { ...values, password } };
  },
});

const loseCat = defineCommand({
  name: 'lose-cat',
  about: 'Lose it.',
  options: {},
  run: async () => {
    throw new Error('It came back.');
  },
});

const serve = defineCommand({ name: 'serve', about: 'Run.', options: {}, run: async () => undefined });

async function run(line: string[], input?: string, commands: Command[] = [createCat, loseCat, serve]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const terminal: Terminal = {
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
    readInput: async () => input,
  };
  const code = await runCommandLine(line, commands, terminal);
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

const whole = ['create-cat', '--name', 'Tom', '--owner', 'a@b.example'];

it('--version names the release', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const asked of ['--version', 'version'])
    expect(await run([asked])).toEqual({ code: 0, printed: `paraph ${version}`, errors: '' });
});

describe('a command', () => {
  it('prints its text and ends with 0', async () => {
    expect(await run(whole)).toEqual({ code: 0, printed: 'Made Tom.', errors: '' });
  });

  it('prints its data with --json, every option in it, those not given too', async () => {
    const { printed } = await run([...whole, '--colour', 'black', '--colour=white', '--json']);
    expect(JSON.parse(printed)).toEqual({
      name: 'Tom',
      owner: 'a@b.example',
      colour: ['black', 'white'],
      tame: false,
      'password-stdin': false,
    });
  });

  it('that gives nothing prints nothing', async () => {
    expect(await run(['serve', '--json'])).toEqual({ code: 0, printed: '', errors: '' });
  });

  it('whose result is a failure prints it as a result, and ends with 1', async () => {
    const failure = { text: 'It is ill.', data: { isWell: false }, isFailure: true };
    const examine = defineCommand({ name: 'examine', about: 'Look.', options: {}, run: async () => failure });
    expect(await run(['examine'], undefined, [examine])).toEqual({
      code: 1,
      printed: failure.text,
      errors: '',
    });
  });

  it('that fails ends with 1 and says why', async () => {
    expect(await run(['lose-cat'])).toEqual({ code: 1, printed: '', errors: 'It came back.' });
  });

  it('that fails says why in JSON with --json, and not where a result is expected', async () => {
    const { code, printed, errors } = await run(['lose-cat', '--json']);
    expect({ code, printed }).toEqual({ code: 1, printed: '' });
    expect(JSON.parse(errors)).toEqual({ error: { message: 'It came back.' } });
  });
});

const refuse = defineCommand({
  name: 'refuse',
  about: 'No.',
  options: {},
  run: async () => {
    throw invalid({ email: 'Must be an email address.', name: 'Must have a letter.' });
  },
});

it('a refusal names every problem on a line of its own', async () => {
  const { code, errors } = await run(['refuse'], undefined, [refuse]);
  expect(code).toBe(1);
  expect(errors.split('\n').slice(1)).toEqual([
    '  email: Must be an email address.',
    '  name: Must have a letter.',
  ]);
});

it('a refusal keeps its code and its problems in JSON', async () => {
  const { errors } = await run(['refuse', '--json'], undefined, [refuse]);
  expect(JSON.parse(errors).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    violations: { email: 'Must be an email address.', name: 'Must have a letter.' },
  });
});

it.each([
  { line: ['create-dog'], says: /There is no command "create-dog".*create-cat, lose-cat, serve/ },
  { line: ['create-cat'], says: /Missing: --name NAME, --owner EMAIL\.\nSee: paraph create-cat --help/ },
  { line: [...whole, '--wings'], says: /--wings/ },
  { line: [...whole, 'stray'], says: /stray/ },
  { line: [...whole, '--home'], says: /--home/ },
  { line: [...whole, '--home='], says: /Without a value: --home/ },
  { line: [...whole, '--tame=yes'], says: /--tame/ },
])('a mistaken call ends with 2 and names what is wrong: $line', async ({ line, says }) => {
  const { code, printed, errors } = await run(line);
  expect({ code, printed }).toEqual({ code: 2, printed: '' });
  expect(errors).toMatch(says);
});

it('a mistaken call ends with 2 when no command is named, with the list of them', async () => {
  const { code, printed } = await run([]);
  expect(code).toBe(2);
  expect(printed).toContain('create-cat  Make a cat.');
});

it.each([['--help'], ['-h'], ['help']])('help: %s lists the commands and ends with 0', async (word) => {
  const { code, printed } = await run([word]);
  expect(code).toBe(0);
  for (const name of ['create-cat', 'lose-cat', 'serve']) expect(printed).toContain(name);
});

it('help of a command tells every option, whether it is required and may be repeated', async () => {
  const { code, printed } = await run(['create-cat', '--help']);
  expect(code).toBe(0);
  expect(printed).toMatch(/--name NAME +What it hears to\. Required\./);
  expect(printed).toMatch(/--colour TEXT +What it looks like\. May be given several times\./);
  expect(printed).toMatch(/--tame +Whether it does\./);
});

const withSecret = [...whole, '--password-stdin', '--json'];

it.each(['s3cret', 's3cret\n', 's3cret\r\n'])(
  'a secret comes from standard input without its line end',
  async (input) => {
    expect(JSON.parse((await run(withSecret, input)).printed).password).toBe('s3cret');
  },
);

it('a secret keeps its own spaces', async () => {
  expect(JSON.parse((await run(withSecret, ' a b \n')).printed).password).toBe(' a b ');
});

it.each([undefined, '', '\n', 'one\ntwo\n'])('a secret is refused when it is %j', async (input) => {
  const { code, errors } = await run(withSecret, input);
  expect(code).toBe(2);
  expect(errors).toContain('--password-stdin');
});
