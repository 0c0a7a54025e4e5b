import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFoundPage } from '../frame/not-found-page.tsx';
import { useText } from '../text/start-text.ts';
import { Unloaded } from '../ui/unloaded.tsx';
import { CodeText } from './code-text.tsx';
import { openApiQuery } from './openapi-query.ts';
import { type OpenApi, operationsOf, slugOf } from './openapi-state.ts';
import { OperationEntry } from './operation-entry.tsx';

/** The operations of one family. */
export default function ReferencePage() {
  const { family: slug } = useParams({ strict: false });
  const description = useQuery(openApiQuery);
  if (!description.data) return <Unloaded query={description} />;
  const family = description.data.tags.find(({ name }) => slugOf(name) === slug)?.name;
  return family === undefined ? <NotFoundPage /> : <Family openApi={description.data} family={family} />;
}

function Family({ openApi, family }: { openApi: OpenApi; family: string }) {
  const t = useText('docs');
  const operations = operationsOf(openApi, family);
  useEffect(() => {
    document.title = `${family} · Paraph`;
    const id = window.location.hash.slice(1);
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, [family]);
  return (
    <div className="docs-text">
      <h1>{family}</h1>
      <nav aria-label={t('operations')}>
        <ul>
          {operations.map(({ operationId, summary }) => (
            <li key={operationId}>
              <a href={`#${operationId}`}>
                <CodeText text={summary} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {operations.map((operation) => (
        <OperationEntry key={operation.operationId} openApi={openApi} operation={operation} />
      ))}
    </div>
  );
}
