/** Classes of the link one level up, above a page's heading. */
export const BACK_LINK =
  '-ms-1 inline-flex min-h-11 items-center gap-1 text-14 text-muted no-underline hover:text-ink';
