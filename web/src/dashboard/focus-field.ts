/** Focuses the control of a request parameter: both have the same name. */
export function focusField(form: HTMLFormElement | null, path: string): void {
  const field = form?.elements.namedItem(path);
  const control = field instanceof RadioNodeList ? field[0] : field;
  if (!(control instanceof HTMLElement)) return;
  control.focus();
  control.scrollIntoView({ block: 'center' });
}
