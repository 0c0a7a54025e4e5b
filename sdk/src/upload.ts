/** Sources of a file's bytes. */
export type UploadContent =
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/**
 * A file to send: a `File` or `Blob`, bytes, or a stream; `{ content, name }` sets its name.
 * A stream is buffered before it is sent, so that a retry can send it again.
 */
export type Upload = UploadContent | { content: UploadContent; name?: string; type?: string };

/** Whether a form value is a file rather than a list or map. */
export function isUpload(value: object): value is Upload & object {
  return isContent(value) || ('content' in value && isObject(value.content) && isContent(value.content));
}

/** Converts to a File that can be sent more than once. */
export async function toFile(upload: Upload): Promise<{ blob: Blob; name: string }> {
  const wrapped = isContent(upload) ? { content: upload } : upload;
  const { content } = wrapped;
  const own = content instanceof Blob ? (content as Blob & { name?: string }) : undefined;
  const name = wrapped.name ?? own?.name ?? 'document.pdf';
  const type = wrapped.type ?? (own?.type || 'application/pdf');
  if (own?.type === type) return { blob: own, name };
  return { blob: new Blob(await toParts(content), { type }), name };
}

function isContent(value: object): value is UploadContent {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    'getReader' in value ||
    Symbol.asyncIterator in value
  );
}

async function toParts(content: UploadContent): Promise<BlobPart[]> {
  if (content instanceof Blob || content instanceof ArrayBuffer) return [content];
  if (ArrayBuffer.isView(content)) return [content as BlobPart];
  // Some browsers cannot iterate over a ReadableStream.
  if ('getReader' in content) return [await new Response(content as BodyInit).blob()];
  const parts: BlobPart[] = [];
  for await (const part of content) parts.push(part as BlobPart);
  return parts;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
