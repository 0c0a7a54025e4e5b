/** What kind of problem a request has, for programs (RFC 7644 §3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A request by SCIM that is refused, with a sentence that the provider shows in its log. */
export class ScimProblem extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, scimType: ScimType | null, message: string) {
    super(message);
    this.name = 'ScimProblem';
    this.status = status;
    this.scimType = scimType;
  }
}

export function invalidScim(scimType: ScimType, message: string): ScimProblem {
  return new ScimProblem(400, scimType, message);
}
