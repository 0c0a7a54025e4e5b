import { mainFile } from '../../tools/runtime.mjs';
import { findFreePort } from './free-port.ts';
import { type Line, startTalker, type Talker, until } from './processes.ts';

export interface ServerProcess {
  /** `http://localhost:<port>`, without a slash at its end. */
  baseUrl: string;
  pid: number;
  /** Printed by a server without accounts; empty afterwards. */
  setUpLink: string;
  /** What it has printed and logged. */
  lines: readonly Line[];
  end(signal?: NodeJS.Signals): Promise<void>;
}

export type ServerSettings = { PARAPH_DATA_DIR: string } & Partial<
  Record<`PARAPH_${string}` | `DATABASE_${string}` | 'SMTP_URL', string>
>;

interface StartOptions {
  attempts?: number;
  noWorker?: boolean;
  /** Of another version. */
  main?: string;
}

/** A real server, as `npm start` runs it, on a free port. Of the caller's own settings none count. */
export async function startServerProcess(
  settings: ServerSettings,
  { attempts = 3, noWorker = false, main = mainFile }: StartOptions = {},
): Promise<ServerProcess> {
  const port = await findFreePort();
  const baseUrl = `http://localhost:${port}`;
  const talker = startTalker([main, 'serve', ...(noWorker ? ['--no-worker'] : [])], {
    env: {
      ...withoutOwnSettings(process.env),
      PARAPH_LOG_LEVEL: 'warn',
      ...settings,
      PARAPH_PORT: String(port),
      // Several servers of one instance have the address of the proxy before them.
      PARAPH_BASE_URL: settings.PARAPH_BASE_URL ?? baseUrl,
    },
  });
  try {
    await talker.hear(({ message }) => message?.includes('Stop with Ctrl-C') ?? false);
    await until('the server to be ready', () => isReady(baseUrl));
    return {
      baseUrl,
      pid: talker.pid,
      setUpLink: setUpLinkIn(talker),
      lines: talker.lines,
      end: (signal) => talker.end(signal),
    };
  } catch (error) {
    await talker.end();
    // Another program may take the port between our finding it and the server's listening.
    if (attempts <= 1 || !String(error).includes(`Port ${port}`)) throw error;
    return startServerProcess(settings, { attempts: attempts - 1, noWorker, main });
  }
}

export async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

function setUpLinkIn({ lines }: Talker): string {
  return lines.map(({ message }) => message?.trim() ?? '').find((line) => line.includes('/set-up/')) ?? '';
}

/** Of the environment of who runs this, what is no setting of ours. */
export function withoutOwnSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(PARAPH_|DATABASE_|SMTP_URL)/.test(name)),
  );
}
