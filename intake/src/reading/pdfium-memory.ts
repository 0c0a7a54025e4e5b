import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** A file that the viewer cannot show, or not within its bounds. */
export class ViewerError extends Error {}

/** The module and its memory; views are created anew because growing memory is moved. */
export class Pdfium {
  readonly call: WrappedPdfiumModule;

  constructor(call: WrappedPdfiumModule) {
    this.call = call;
  }

  bytes(): Uint8Array {
    return (this.call.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
  }

  view(pointer: number, length: number): DataView {
    const { buffer, byteOffset } = this.bytes();
    return new DataView(buffer, byteOffset + pointer, length);
  }

  allocate(length: number): number {
    const pointer = this.call.pdfium.wasmExports.malloc(length);
    if (pointer === 0) throw new ViewerError('has no more memory');
    return pointer;
  }

  free(pointer: number): void {
    this.call.pdfium.wasmExports.free(pointer);
  }

  /** Lends memory for the time of the call. */
  lend<T>(length: number, use: (pointer: number) => T): T {
    const pointer = this.allocate(length);
    try {
      return use(pointer);
    } finally {
      this.free(pointer);
    }
  }
}
