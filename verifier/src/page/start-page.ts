import { LIMITS } from '@paraph/domain';
import type { Bundle, Instance, Result } from '../instance.ts';
import { isLanguage, LANGUAGES, preferredLanguage, type Say, sayIn, sizeIn } from '../words/say.ts';
import { foreign, h } from './dom.ts';
import { type Run, runWorker } from './run-worker.ts';
import { showRoots } from './show-details.ts';
import { showLog } from './show-log.ts';
import { showReport, showVerdict } from './show-result.ts';

type State =
  | { readonly phase: 'idle'; readonly problem: string | null }
  | { readonly phase: 'checking'; readonly name: string; readonly run: Run }
  | { readonly phase: 'done'; readonly name: string; readonly result: Result | 'failed' };

/** The page: choose a file or drop it anywhere, and read what its signatures prove. */
export function startPage(page: Document): void {
  const instance = JSON.parse(textOf(page, 'instance')) as Instance;
  const bundle = JSON.parse(textOf(page, 'bundle')) as Bundle | null;
  const script = textOf(page, 'program');
  const main = page.querySelector('main');
  let say = sayIn(preferredLanguage(navigator.languages));
  let state: State = { phase: 'idle', problem: null };
  let record = bundle?.record ?? '';
  let lastFile: File | null = null;
  const onRecord = (text: string) => {
    record = text;
    // Who reads a record goes on there, maybe with the checkpoint.
    if (lastFile) void check(lastFile, false);
  };
  let shown: readonly HTMLElement[] = [];
  let log = showLog(say, { instance, script, record, onRecord });

  const show = (next: State, hasFocus = false) => {
    state = next;
    page.title = `${say('title')} · Paraph`;
    page.documentElement.lang = say.language;
    page.documentElement.dir = say.language === 'ar' ? 'rtl' : 'ltr';
    const actions = { choose: (file: File) => void check(file), reset: () => show(idle, true) };
    const isFocusLost = shown.some((each) => each.contains(page.activeElement));
    for (const each of shown) each.remove();
    shown = showState(say, { state, actions });
    main?.prepend(...shown);
    if (hasFocus || isFocusLost) page.getElementById('first')?.focus();
  };
  const showPanels = () => {
    const bundled = bundle ? [showBundle(say, bundle, load)] : [];
    main?.replaceChildren(...shown, ...bundled, showRoots(say, instance), log.panel);
  };
  const check = async (file: File, hasFocus = true) => {
    if (state.phase === 'checking') state.run.stop();
    if (file.size > LIMITS.uploadBytesMax) {
      show({ phase: 'idle', problem: say('tooLarge', { size: sizeIn(say, LIMITS.uploadBytesMax) }) }, true);
      return;
    }
    lastFile = file;
    const { roots, logs, hashesUntilMs } = instance;
    const about = { roots, logs, hashesUntilMs, record, atMs: Date.now() };
    const task = { bytes: await file.arrayBuffer(), ...about };
    const run = runWorker(script, task);
    const checking: State = { phase: 'checking', name: file.name, run };
    show(checking, hasFocus);
    const result = await run.result;
    // Stopped by the reader, or by the next file.
    if (state.phase !== 'checking' || state.run !== run) return;
    if (result === 'stopped') show({ phase: 'idle', problem: say('stopped') }, true);
    else show({ phase: 'done', name: file.name, result }, hasFocus);
  };
  const load = (name: string, index: number) => {
    const bytes = Uint8Array.from(atob(textOf(page, `document-${index + 1}`)), (each) => each.charCodeAt(0));
    void check(new File([bytes], name));
  };

  page.body.prepend(
    showHeader(say, (language) => {
      say = sayIn(language);
      log = showLog(say, { instance, script, record, onRecord });
      showPanels();
      show(state);
    }),
  );
  takeDropped(page, (file) => void (file.name.endsWith('.json') ? log.read(file) : check(file)));
  showPanels();
  show(state);
  if (bundle?.names[0] !== undefined) load(bundle.names[0], 0);
}

function takeDropped(page: Document, take: (file: File) => void): void {
  page.addEventListener('dragover', (event) => event.preventDefault());
  page.addEventListener('drop', (event) => {
    event.preventDefault();
    for (const file of event.dataTransfer?.files ?? []) take(file);
  });
}

const idle: State = { phase: 'idle', problem: null };

function textOf(page: Document, id: string): string {
  return page.getElementById(id)?.textContent ?? '';
}

function showBundle(say: Say, { names }: Bundle, load: (name: string, index: number) => void): HTMLElement {
  const buttons = names.map((name, index) =>
    h('p', {}, h('button', { type: 'button', click: () => load(name, index) }, foreign(name))),
  );
  return h('section', { class: 'panel' }, h('h2', {}, say('bundle')), buttons);
}

function showHeader(say: Say, choose: (language: keyof typeof LANGUAGES) => void): HTMLElement {
  const select = h(
    'select',
    { 'aria-label': say('language') },
    Object.entries(LANGUAGES).map(([code, { name }]) =>
      h('option', { value: code, lang: code, ...(code === say.language ? { selected: '' } : {}) }, name),
    ),
  ) as HTMLSelectElement;
  select.addEventListener('change', () => {
    if (isLanguage(select.value)) choose(select.value);
  });
  return h('header', {}, h('strong', {}, 'Paraph'), select);
}

interface Shown {
  readonly state: State;
  readonly actions: { readonly choose: (file: File) => void; readonly reset: () => void };
}

function showState(say: Say, { state, actions }: Shown): HTMLElement[] {
  if (state.phase === 'idle')
    return [
      h('h1', { id: 'first', tabindex: '-1' }, say('title')),
      h('p', {}, say('lead')),
      state.problem === null
        ? h('p', { class: 'muted' }, say('offline'))
        : h('p', { role: 'alert' }, state.problem),
      showChooser(say, actions.choose),
    ];
  const name = `\u2068${state.name}\u2069`;
  if (state.phase === 'checking')
    return [
      h('h1', { id: 'first', tabindex: '-1', role: 'status' }, say('checking', { name })),
      h(
        'p',
        {},
        h(
          'button',
          {
            type: 'button',
            click: () => {
              actions.reset();
              state.run.stop();
            },
          },
          say('stop'),
        ),
      ),
    ];
  return [
    h('h1', { class: 'unseen' }, say('title')),
    h('h2', { id: 'first', tabindex: '-1' }, say('resultOf', { name })),
    ...showOutcome(say, state.result),
    h('p', {}, h('button', { type: 'button', click: actions.reset }, say('another'))),
  ];
}

function showOutcome(say: Say, result: Result | 'failed'): HTMLElement[] {
  if (result === 'failed') return [h('p', { role: 'alert' }, say('failed'))];
  if (result.kind === 'report') return showReport(say, result.report);
  if (result.kind === 'log') throw new Error('a file has no proofs of a log');
  const more = result.reason;
  return [
    showVerdict(say, { tone: 'waiting', key: 'verdict_unreadable', more }),
    h('pre', { id: 'json', hidden: '' }, JSON.stringify({ refused: more })),
  ];
}

function showChooser(say: Say, choose: (file: File) => void): HTMLElement {
  const input = h('input', { type: 'file', accept: 'application/pdf,.pdf', id: 'file' }) as HTMLInputElement;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) choose(file);
  });
  return h(
    'label',
    { class: 'chooser' },
    input,
    h('span', { class: 'button' }, say('choose')),
    ' ',
    say('drop'),
  );
}
