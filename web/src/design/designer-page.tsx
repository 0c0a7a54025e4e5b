import { useParams } from '@tanstack/react-router';
import { Skeleton } from '../ui/skeleton.tsx';
import { DesignError } from './design-error.tsx';
import { Designer } from './designer.tsx';
import { useDesign } from './use-design.ts';

// One file for both: with one more that shares the editor, its parts would come with the start of the app.
export { EmbeddedDesignerPage } from './embedded-designer-page.tsx';

/** The designer, opened by an integrator's link: the design session authorizes it, no account is needed. */
export default function DesignerPage() {
  const { session } = useParams({ from: '/designing/$session' });
  const { api, query, keep } = useDesign(session);
  if (query.isPending) return <Skeleton className="p-8" />;
  if (query.error) return <DesignError error={query.error} onRetry={() => query.refetch()} />;
  return <Designer api={api} design={query.data} onDesign={keep} />;
}
