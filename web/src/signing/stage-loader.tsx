import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';
import { moduleHook } from './module-hook.ts';
import { loadPictureOnce } from './pdf-files.ts';
import type { SigningView } from './signing-view.ts';

type Stages = typeof import('./stages.ts');

const loadStages = () => import('./stages.ts');

/** Loads what comes after the cover. */
export const useStages = moduleHook(loadStages);

/** Asks for what Start shows before the cover is drawn, which takes a slow phone half a second. */
export function fetchEarly(view: SigningView): void {
  if (view.state !== 'open') return;
  const { firstPageUrl = null } = view.documents[0] ?? {};
  if (firstPageUrl !== null) loadPictureOnce(firstPageUrl);
  loadStages().catch(() => undefined);
}

/** Shows a part of it, and meanwhile that it is being loaded. */
export function StageLoader({ children }: { children: (stages: Stages) => ReactNode }) {
  const { module, hasFailed } = useStages(true);
  if (module !== null) return children(module);
  return <main className="page-column pt-24">{hasFailed ? <LoadFailure /> : <Skeleton lines={6} />}</main>;
}
