/** What of a request did not fit what the page has shown; the name of the check that failed. */
export type RequestPart =
  | 'documents'
  | 'certificate'
  | 'key'
  | 'name'
  | 'validity'
  | 'range'
  | 'time'
  | 'attributes'
  | 'digest'
  | 'binding'
  | 'used';

/** The key signs nothing that is not exactly what was shown. */
export class RefusedRequest extends Error {
  readonly part: RequestPart;

  constructor(part: RequestPart, problem: string) {
    super(`${part}: ${problem}`);
    this.name = 'RefusedRequest';
    this.part = part;
  }
}
