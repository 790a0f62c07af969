/** Takes the person to the first field that has an error, if there is one. */
export function focusFirstError() {
  const first = document.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = first?.querySelector<HTMLElement>('input:checked') ?? first
  control?.focus()
}
