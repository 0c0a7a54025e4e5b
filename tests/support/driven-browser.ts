import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../tools/programs.mjs';
import { findFreePort } from './free-port.ts';
import { endOf, saidBy, until } from './processes.ts';

/** A browser that is driven by WebDriver, in a window of a phone's size. */
export interface DrivenBrowser {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page; it must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses and releases the main button at a place of the window. */
  clickAt(place: { x: number; y: number }): Promise<void>;
  /** The window as PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

export const WINDOW = { width: 390, height: 844 } as const;

/** Firefox speaks WebDriver BiDi itself, over a socket. */
export async function openFirefox(): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'paraph-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const { child, said } = start('firefox-esr', args, { HOME: profile });
  await until('Firefox to listen', () => /BiDi listening on ws:\S+/.test(said()));
  const socket = new WebSocket(`${/BiDi listening on (ws:\S+)/.exec(said())?.[1]}/session`);
  await once(socket, 'open');
  const send = commandsOver(socket);
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context, viewport: WINDOW });
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const script = { expression: asJson(expression), target: { context }, awaitPromise: true };
      const { result } = await send<{ result: { value: string } }>('script.evaluate', script);
      return JSON.parse(result.value);
    },
    clickAt: (place) => send('input.performActions', { context, actions: clickActions(place) }),
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      socket.close();
      await endOf(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** WebKitGTK's own browser, driven over HTTP, on a screen that exists in memory only. */
export async function openWebKit(): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'paraph-webkit-'));
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '800x1000x24'], {});
  await until('the screen', () => /^\d+\s/.test(screen.said()));
  const display = `:${screen.said().trim()}`;
  const port = await findFreePort();
  const env = { HOME: home, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = start('WebKitWebDriver', [`--port=${port}`], env);
  const base = `http://127.0.0.1:${port}`;
  await until('the driver', () =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const { sessionId } = await post<{ sessionId: string }>(`${base}/session`, { capabilities: {} });
  const session = `${base}/session/${sessionId}`;
  await post(`${session}/window/rect`, { ...WINDOW, x: 0, y: 0 });
  return {
    goto: (url) => post(`${session}/url`, { url }),
    evaluate: async (expression) => {
      const script = `const done = arguments[0]; Promise.resolve(${asJson(expression)}).then(done);`;
      return JSON.parse(await post<string>(`${session}/execute/async`, { script, args: [] }));
    },
    clickAt: (place) => post(`${session}/actions`, { actions: clickActions(place) }),
    picture: async () => {
      const answer = await fetch(`${session}/screenshot`);
      return Buffer.from(((await answer.json()) as { value: string }).value, 'base64');
    },
    close: async () => {
      await fetch(session, { method: 'DELETE' });
      await endOf(driver.child);
      await endOf(screen.child);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function start(name: string, args: string[], env: NodeJS.ProcessEnv) {
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is not installed.`);
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, said: saidBy(child.stdout, child.stderr) };
}

interface Answer {
  id?: number;
  type: string;
  result?: unknown;
  error?: string;
  message?: string;
}

/** Numbers the commands of a socket and gives each its own answer. */
function commandsOver(socket: WebSocket) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  return async <T = void>(method: string, params: object): Promise<T> => {
    count += 1;
    const id = count;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type !== 'success') throw new Error(`${method}: ${answer.error} ${answer.message}`);
    return answer.result as T;
  };
}

async function post<T = void>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

function asJson(expression: string): string {
  return `(async () => JSON.stringify((await (${expression})) ?? null))()`;
}

function clickActions({ x, y }: { x: number; y: number }) {
  const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
  const press = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  const parameters = { pointerType: 'mouse' };
  return [{ type: 'pointer', id: 'mouse', parameters, actions: [move, ...press] }];
}
