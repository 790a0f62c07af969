/**
 * Takes the person to the first field that has an error, if there is one, with the form's button still on the screen where
 * there is room for both: what is said at the field has pushed it down.
 */
export function focusFirstError() {
  const first = document.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = first?.querySelector<HTMLElement>('input:checked') ?? first
  control?.closest('form')?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' })
  control?.focus()
}
