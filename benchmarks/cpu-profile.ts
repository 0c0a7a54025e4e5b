import { writeFile } from 'node:fs/promises';
import type { Profiler, Runtime } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';
import type { ProfileLine } from './target-messages.ts';

export interface RunningProfile {
  /** Writes the profile where the developer tools of a browser open it; answers its dearest places. */
  stop(path: string): Promise<ProfileLine[]>;
}

/** Samples this process's own thread until stopped. */
export async function startProfile(): Promise<RunningProfile> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  return {
    stop: async (path) => {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      await writeFile(path, JSON.stringify(profile));
      return dearestPlaces(profile);
    },
  };
}

/**
 * Each sample counts for the nearest function of this project on its stack; where there is none (what the event loop
 * calls by itself) for the nearest one of a package; else for Node.
 */
function dearestPlaces({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ProfileLine[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const places = new Map<number, string>();
  const placeOf = (id: number): string => {
    const known = places.get(id);
    if (known !== undefined) return known;
    const stack: Profiler.ProfileNode[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node) stack.push(node);
    }
    const place = nameStack(stack.map(({ callFrame }) => callFrame));
    places.set(id, place);
    return place;
  };
  const spent = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const place = placeOf(id);
    spent.set(place, (spent.get(place) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return [...spent]
    .map(([place, ms]) => ({ place, ms: Math.round(ms) }))
    .filter(({ place }) => place !== IDLE)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, PLACES);
}

const PLACES = 40;
const ROOT = new URL('..', import.meta.url).href;
const IDLE = '(idle)';

function nameStack(stack: readonly Runtime.CallFrame[]): string {
  // What measures is not what is measured.
  if (stack.some(({ url }) => url === import.meta.url)) return IDLE;
  const own = stack.find(({ url }) => /^(server|domain|contract|pades)\//.test(pathOf(url)));
  if (own) return describe(own, pathOf(own.url));
  const packaged = stack.find(({ url }) => pathOf(url).includes('node_modules/'));
  if (packaged) return describe(packaged, pathOf(packaged.url).replace(/^.*node_modules\//, ''));
  const [leaf] = stack;
  return leaf && leaf.url === '' ? leaf.functionName : `node ${leaf?.functionName || '(anonymous)'}`;
}

/** From the project's root; empty outside of the project. */
function pathOf(url: string): string {
  const whole = url.startsWith('/') ? pathToFileURL(url).href : url;
  return whole.startsWith(ROOT) ? whole.slice(ROOT.length) : '';
}

function describe({ functionName, lineNumber }: Runtime.CallFrame, path: string): string {
  return `${path}:${lineNumber + 1} ${functionName || '(anonymous)'}`;
}
