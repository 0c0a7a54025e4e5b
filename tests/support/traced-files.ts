import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = new URL('../../', import.meta.url).href;

/** The files of the project, by their paths, of which a function was called while `act` ran. */
export async function traceFiles(act: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await act();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    );
    const paths = called
      .filter(({ url }) => url.startsWith(PROJECT) && !url.includes('/node_modules/'))
      .map(({ url }) => fileURLToPath(url).slice(fileURLToPath(PROJECT).length));
    return [...new Set(paths)].sort();
  } finally {
    session.disconnect();
  }
}
