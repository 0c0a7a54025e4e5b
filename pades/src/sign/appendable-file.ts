import { createHash, type Hash } from 'node:crypto';
import { joinedSource, type PdfInput, toSource, updateHash } from '../byte-source.ts';
import type { Limits } from '../limits.ts';
import { PdfDocument } from '../pdf/document.ts';
import { requireExact } from '../pdf/xref-section.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** A file that updates are appended to. Parsed and hashed once: an append extends the hash and shares the cache. */
export class AppendableFile {
  readonly #pieces: PdfInput[];
  #document: PdfDocument;
  #hash = createHash('sha256');
  #isHashed = false;

  constructor(input: PdfInput, limits: Limits | undefined, hashed: Hash | undefined) {
    const original = toSource(input);
    this.#pieces = [original];
    this.#document = new PdfDocument(original, limits ? { limits } : {});
    requireExact(this.#document.xref);
    if (!hashed) return;
    this.#hash = hashed.copy();
    this.#isHashed = true;
  }

  /** The file including all updates. */
  get document(): PdfDocument {
    return this.#document;
  }

  /** SHA-256 state over the file including all updates; copy it before use. */
  get prefixHash(): Hash {
    const { source } = this.#document;
    if (!this.#isHashed) updateHash(this.#hash, source, { start: 0, end: source.size });
    this.#isHashed = true;
    return this.#hash;
  }

  append(update: Uint8Array): Uint8Array {
    if (update.length === 0) return update;
    this.#pieces.push(update);
    if (this.#isHashed) this.#hash.update(update);
    const { limits } = this.#document;
    this.#document = new PdfDocument(joinedSource(this.#pieces), { limits, earlier: this.#document });
    return update;
  }

  /** Appends an update that was made for `before`. @throws PdfRefusal `argument` when the file has grown since. */
  appendTo(before: PdfDocument, update: Uint8Array): Uint8Array {
    if (before !== this.#document)
      throw new PdfRefusal('argument', 'The file changed while it was being signed; sign one after another.');
    return this.append(update);
  }

  /** Saves the current state; the returned function rolls back to it. */
  savepoint(): () => void {
    const earlier = { count: this.#pieces.length, hash: this.#hash.copy(), isHashed: this.#isHashed };
    return () => {
      this.#pieces.length = earlier.count;
      this.#hash = earlier.hash.copy();
      this.#isHashed = earlier.isHashed;
      // The cache must not be shared: other bytes may follow at the same offsets.
      const { limits } = this.#document;
      this.#document = new PdfDocument(joinedSource(this.#pieces), { limits });
    };
  }
}
