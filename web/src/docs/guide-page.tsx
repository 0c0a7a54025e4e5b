import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFoundPage } from '../frame/not-found-page.tsx';
import { useText } from '../text/start-text.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { GUIDES, type Guide } from './guide-list.ts';
import { Markdown } from './markdown.tsx';

/** One guide. */
export default function GuidePage() {
  const { page } = useParams({ strict: false });
  const guide = GUIDES.find(({ name }) => name === (page ?? 'quick-start'));
  return guide ? <Shown guide={guide} /> : <NotFoundPage />;
}

function Shown({ guide }: { guide: Guide }) {
  const { data } = useQuery({
    queryKey: ['guide', guide.name],
    queryFn: async () => (await guide.load()).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    document.title = `${guide.title} · Paraph`;
  }, [guide]);
  useFragment(data !== undefined);
  if (!data) return <Skeleton />;
  return (
    <article>
      <div lang="en" dir="ltr">
        <Markdown tokens={data} />
      </div>
      <Neighbours guide={guide} />
    </article>
  );
}

/** Scrolls to the URL's fragment once the content is rendered. */
function useFragment(isThere: boolean): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useEffect(() => {
    if (isThere && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isThere, hash]);
}

function Neighbours({ guide }: { guide: Guide }) {
  const t = useText('docs');
  const next = GUIDES[GUIDES.indexOf(guide) + 1];
  if (!next) return null;
  return (
    <p className="mt-12 border-t border-line pt-4">
      <Link
        to="/docs/$page"
        params={{ page: next.name }}
        className="docs-link touch inline-flex items-center"
      >
        {t('next', { title: next.title })}
      </Link>
    </p>
  );
}
