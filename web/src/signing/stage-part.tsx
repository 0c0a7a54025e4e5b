import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { moduleHook } from './module-hook.ts';
import { PartMissing } from './part-missing.tsx';

type Stages = typeof import('./stages.ts');

/** Loads what comes after the cover. */
export const useStages = moduleHook(() => import('./stages.ts'));

/** Shows a part of it, and meanwhile that it is being loaded. */
export function StagePart({ children }: { children: (stages: Stages) => ReactNode }) {
  const { module, hasFailed } = useStages(true);
  if (module !== null) return children(module);
  return <main className="page-column pt-24">{hasFailed ? <PartMissing /> : <Skeleton lines={6} />}</main>;
}
