/** Loaded when first asked for; the list is the same for everybody. */
let leaked: Promise<ReadonlySet<string>> | undefined

/** Whether a password, without regard to case, is among the commonly leaked ones. */
export async function isLeaked(password: string): Promise<boolean> {
  leaked ??= loadList()
  return (await leaked).has(password.toLowerCase())
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
