// In a frame of another product the browser sends no cookie; the page shows its bearer instead. In memory alone: after
// a reload the product asks for another session.
let bearer: string | null = null;

export function showBearer(token: string): void {
  bearer = token;
}

/** What each call of a link or a design session shows in place of its cookie. */
export function accessHeaders(): Record<string, string> {
  return bearer === null ? {} : { Authorization: `Bearer ${bearer}` };
}
