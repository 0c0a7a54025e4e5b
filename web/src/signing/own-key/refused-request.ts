/** What of a request did not fit what the page has shown; the name of the check that failed. */
export type RequestCheck =
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
  | 'content'
  | 'used';

/** The key signs nothing that is not exactly what was shown. */
export class RefusedRequest extends Error {
  readonly check: RequestCheck;

  constructor(check: RequestCheck, problem: string) {
    super(`${check}: ${problem}`);
    this.name = 'RefusedRequest';
    this.check = check;
  }
}
