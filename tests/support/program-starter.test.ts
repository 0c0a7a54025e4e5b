import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isRunning, until } from './processes.ts';
import { runProgram } from './program-starter.ts';

const env = process.env;

describe('the process that starts programs', () => {
  test('gives both outputs byte by byte, the exit code, and the environment of the call', () => {
    const script = `process.stdout.write(Buffer.from([0, 233, 255])); console.error(process.env.NAME); process.exit(3)`;
    const call = { program: process.execPath, args: ['-e', script], timeoutMs: 20_000 };
    expect(runProgram({ ...call, env: { ...env, NAME: 'Zoë' } })).toEqual({
      status: 3,
      stdout: '\0éÿ',
      stderr: Buffer.from('Zoë\n').toString('latin1'),
    });
  });

  test('gives an output that is larger than a pipe', () => {
    const args = ['-e', `process.stdout.write('a'.repeat(3_000_000))`];
    const { stdout } = runProgram({ program: process.execPath, args, env, timeoutMs: 20_000 });
    expect(stdout).toHaveLength(3_000_000);
  });

  test('says that there is no such program, and ends one that hangs', () => {
    expect(runProgram({ program: '/no/such', args: [], env, timeoutMs: 20_000 }).error).toMatch(/ENOENT/);
    const args = ['-e', 'setInterval(() => {}, 1000)'];
    const { status, error } = runProgram({ program: process.execPath, args, env, timeoutMs: 50 });
    expect({ status, error }).toEqual({ status: null, error: expect.stringMatching(/ETIMEDOUT/) });
  });

  test('ends with the process that uses it', async () => {
    const module = new URL('./program-starter.ts', import.meta.url).href;
    const script = `const { runProgram } = await import('${module}');
      console.log(runProgram({ program: 'sh', args: ['-c', 'echo $PPID'], env: process.env, timeoutMs: 20_000 }).stdout)`;
    const pid = Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
    );
    expect(pid).toBeGreaterThan(0);
    await until('the starter to end', () => !isRunning(pid));
  });
});
