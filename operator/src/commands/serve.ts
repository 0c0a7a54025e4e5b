import type { AddressInfo } from 'node:net';
import { createSetUpLink } from '@paraph/server/accounts/set-up.ts';
import { buildApp } from '@paraph/server/app.ts';
import { buildJobs } from '@paraph/server/build-jobs.ts';
import { type Config, readConfig } from '@paraph/server/config/config.ts';
import { removeDeadUploads } from '@paraph/server/http/multipart.ts';
import { startWorker, type Worker } from '@paraph/server/jobs/worker.ts';
import { defineCommand } from '../command-line.ts';
import { examining } from '../doctor/examining.ts';
import { openInstance, waitForSignal } from '../instance.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  about: 'Serve pages and interface, and do the jobs, until stopped.',
  options: {
    'no-worker': { type: 'boolean', about: 'Leave the jobs to `paraph work` processes.' },
  },
  run: async (values, terminal) => {
    const config = readConfig();
    const stopped = waitForSignal();
    const instance = await openInstance(config);
    try {
      const { deps } = instance;
      let worker: Worker | null = null;
      const app = buildApp(deps, { isWorking: () => worker?.isRunning() ?? false });
      try {
        await removeDeadUploads(deps);
        // Started early, so that the first upload does not wait for it.
        await deps.intake.warm();
        worker = values['no-worker'] ? noWorker : await startWorker(deps, buildJobs(deps, examining(deps)));
        // Last, so that requests are only answered once everything has started.
        const { address } = await listen(app, config);
        for (const line of await welcome(deps, address)) terminal.print(line);
        await stopped;
        terminal.print('Stopping …');
      } finally {
        await app.close();
        await worker?.stop();
      }
    } finally {
      await instance.close();
    }
    return undefined;
  },
});

/** Of a process that leaves the jobs to others. */
const noWorker: Worker = { isRunning: () => true, stop: async () => {} };

async function listen(
  app: ReturnType<typeof buildApp>,
  { host, port }: Config,
): Promise<{ address: AddressInfo }> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} of ${host} is in use. Stop the program that listens there, or choose another port: PARAPH_PORT=3001 npm start`,
    );
  }
  return { address: app.server.address() as AddressInfo };
}

/** Printed at the start. */
async function welcome(
  deps: Parameters<typeof createSetUpLink>[0] & { config: Config },
  address: AddressInfo,
): Promise<string[]> {
  const { config } = deps;
  const lines = ['', `  Paraph ${config.version} is ready at ${config.baseUrl}`];
  if (config.port === 0) lines.push(`  Listening on port ${address.port}`);
  const link = await createSetUpLink(deps);
  if (link) lines.push('', '  Create the first account here (the link works once):', `  ${link}`);
  if (config.smtpUrl === null) {
    lines.push('', `  No SMTP_URL is set: messages are kept, for you to read at ${config.baseUrl}/mailbox`);
  }
  return [...lines, '', '  Stop with Ctrl-C.', ''];
}
