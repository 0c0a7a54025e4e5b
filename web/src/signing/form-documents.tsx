import { useEffect, useRef } from 'react';
import type { Form } from './form-api.ts';
import { useFormText } from './form-texts.ts';
import { openSharedPdf } from './pdf-files.ts';

const WIDTH = 224;

/** What will be signed: the first page of each document, and all of it to read. */
export function FormDocuments({ form: { documents } }: { form: Form }) {
  const t = useFormText();
  return (
    <section aria-labelledby="form-documents">
      <h2 id="form-documents" className="text-16 font-semibold">
        {t('documents')}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-6">
        {documents.map((document) => (
          <li key={document.id} className="min-w-0">
            <FirstPage document={document} />
            <a href={document.url} target="_blank" rel="noreferrer" className="link touch mt-2 inline-block">
              {t('read', { name: document.name, count: document.pages.length })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where it cannot be drawn, the link below it leads to the document. */
function FirstPage({ document: { url, sha256, pages } }: { document: Form['documents'][number] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return;
    const { file, release } = openSharedPdf({ url, sha256 });
    file
      .then((pdf) => pdf.drawSmall({ page: 1, canvas: target, width: WIDTH }))
      .catch(() => undefined)
      .finally(release);
  }, [url, sha256]);
  const [first = { width: 3, height: 4 }] = pages;
  const height = Math.round((WIDTH * first.height) / first.width);
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="max-w-full rounded-paper border border-line bg-white"
      style={{ width: WIDTH, height }}
    />
  );
}
