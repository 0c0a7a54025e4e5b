import { useText } from '../text/start-text.ts';
import { CodeSample } from './code-sample.tsx';
import { CodeText } from './code-text.tsx';
import {
  type Content,
  curlOf,
  type OpenApi,
  readDescription,
  resolveResponse,
  type ShownOperation,
} from './openapi-state.ts';
import { SchemaTable } from './schema-table.tsx';

type EntryProps = { readonly openApi: OpenApi; readonly operation: ShownOperation };

/** One operation: description, parameters, body, response, errors. */
export function OperationEntry({ openApi, operation }: EntryProps) {
  const t = useText('docs');
  const { operationId, summary, description, method, path, security } = operation;
  const scope = security.flatMap(({ oauth = [] }) => oauth)[0];
  return (
    <section aria-labelledby={operationId} className="mt-12 border-t border-line pt-2">
      <h2 id={operationId}>
        <CodeText text={summary} />
      </h2>
      <p className="docs-mono">
        <strong>{method}</strong> {path}
      </p>
      {readDescription(description).does.map((paragraph) => (
        <p key={paragraph}>
          <CodeText text={paragraph} />
        </p>
      ))}
      <p className="text-14 text-muted">
        {security.length === 0 ? t('noCredential') : t('needsScope', { scope: scope ?? '' })}{' '}
        {t('named', { name: operationId })}
      </p>
      <Parameters operation={operation} />
      <Body openApi={openApi} operation={operation} />
      <CodeSample text={curlOf(operation)} language="sh" />
      <Answer openApi={openApi} operation={operation} />
      <Failures openApi={openApi} operation={operation} />
    </section>
  );
}

function Parameters({ operation: { parameters } }: { operation: ShownOperation }) {
  const t = useText('docs');
  if (parameters.length === 0) return null;
  return (
    <>
      <h3>{t('parameters')}</h3>
      <dl className="docs-lines">
        {parameters.map(({ name, in: locatedIn, required, description }) => (
          <div key={`${locatedIn} ${name}`}>
            <dt>
              <code>{name}</code> <span>{t(`place.${locatedIn}`)}</span>
              {required && <strong>{t('required')}</strong>}
            </dt>
            <dd>
              <CodeText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Body({ openApi, operation: { requestBody } }: EntryProps) {
  const t = useText('docs');
  const kinds = Object.entries(requestBody?.content ?? {});
  const content = kinds[0]?.[1];
  if (!content?.schema) return null;
  return (
    <>
      <h3>{t('body')}</h3>
      <p className="text-14 text-muted">{kinds.map(([kind]) => kind).join(` ${t('or')} `)}</p>
      <SchemaTable openApi={openApi} schema={content.schema} />
    </>
  );
}

function Answer({ openApi, operation: { responses } }: EntryProps) {
  const t = useText('docs');
  const [status, response] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? [];
  const content: Content | undefined = response?.content?.['application/json'];
  return (
    <>
      <h3>{t('answer', { status: status ?? '' })}</h3>
      {content?.schema ? (
        <>
          <SchemaTable openApi={openApi} schema={content.schema} />
          <details className="mt-2">
            <summary className="touch flex items-center text-14">{t('example')}</summary>
            <CodeSample text={JSON.stringify(content.example, null, 2)} language="json" />
          </details>
        </>
      ) : (
        <p>{response?.description}</p>
      )}
    </>
  );
}

function Failures({ openApi, operation: { description, responses } }: EntryProps) {
  const t = useText('docs');
  const { errors } = readDescription(description);
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return (
    <details className="mt-2">
      <summary className="touch flex items-center text-14">{t('failures')}</summary>
      <dl className="docs-lines">
        {failures.map(([status, response]) => (
          <div key={status}>
            <dt>{status}</dt>
            {resolveResponse(openApi, response)
              .description.split(', ')
              .map((code) => (
                <dd key={code}>
                  <code>{code}</code> <CodeText text={errors.get(code) ?? ''} />
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
