/** Where the page has what it is to check when it opens. */
const SLOT = '<script type="application/json" id="bundle">null</script>';
/** A multiple of three, so that the texts of two pieces are one. */
const PIECE_BYTES = 3 * 64 * 1024;

interface Loaded {
  /** JSON: the record of evidence. */
  record: string;
  documents: readonly { name: string; bytes: AsyncIterable<Uint8Array> }[];
}

/**
 * The offline verifier with documents and a record in it: a page from the disk may read no file beside it. The
 * documents are elements of text, which no browser runs.
 */
export async function* loadVerifier(page: string, { record, documents }: Loaded): AsyncGenerator<Buffer> {
  const [before, after] = page.split(SLOT);
  if (before === undefined || after === undefined)
    throw new Error('the built verifier has no slot for a bundle');
  const bundle = { names: documents.map(({ name }) => name), record };
  // The text is inside an element, and must not end it.
  const text = JSON.stringify(bundle).replaceAll('<', '\\u003c');
  yield Buffer.from(before + SLOT.replace('null', () => text));
  for (const [index, { bytes }] of documents.entries()) {
    yield Buffer.from(`<script type="text/plain" id="document-${index + 1}">`);
    for await (const piece of inPieces(bytes)) yield Buffer.from(piece.toString('base64'));
    yield Buffer.from('</script>\n');
  }
  yield Buffer.from(after);
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk]);
    const whole = rest.length - (rest.length % PIECE_BYTES);
    if (whole > 0) yield rest.subarray(0, whole);
    rest = rest.subarray(whole);
  }
  yield rest;
}
