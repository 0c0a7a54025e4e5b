import { useText } from '../text/start-text.ts';
import { CodeText } from './code-text.tsx';
import { linesOf, type OpenApi, type Schema } from './openapi-state.ts';

/** Limits the depth, because schemas may be recursive. */
const DEPTH_MAX = 5;

type TableProps = { readonly openApi: OpenApi; readonly schema: Schema; readonly depth?: number };

/** The properties of an object; nested objects can be expanded. */
export function SchemaTable({ openApi, schema, depth = 0 }: TableProps) {
  const t = useText('docs');
  const lines = linesOf(openApi, schema);
  if (lines.length === 0) return null;
  return (
    <dl className="docs-lines">
      {lines.map(({ name, type, isRequired, description, inner }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <span>{type}</span>
            {depth === 0 && isRequired && <strong>{t('required')}</strong>}
          </dt>
          <dd>
            <CodeText text={description} />
            {inner && depth < DEPTH_MAX && (
              <details>
                <summary className="touch flex items-center text-14">{t('inside', { name })}</summary>
                <SchemaTable openApi={openApi} schema={inner} depth={depth + 1} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
